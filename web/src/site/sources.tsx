import { m } from "#paraglide/messages.js";

type SourcesProps = { sources: readonly { name: string; url?: string }[] };

/** Where a figure is from. The same source is named once. */
export function Sources({ sources }: SourcesProps) {
  if (sources.length === 0) return null;
  const named = new Map(sources.map((source) => [source.name, source]));
  return (
    <small className="mt-1 block text-xs text-quiet">
      {m.home_value_source()}{" "}
      {[...named.values()].map(({ name, url }, index) => (
        <span key={name}>
          {index > 0 && "; "}
          {url ? <a href={url}>{name}</a> : name}
        </span>
      ))}
    </small>
  );
}

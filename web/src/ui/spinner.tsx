import { VisuallyHidden } from "#ui/visually-hidden.tsx";

export function Spinner({ label }: { label: string }) {
  return (
    <span className="inline-flex" role="status">
      <span
        className="size-[1.25em] animate-turn rounded-full border-[0.15em] border-e-transparent motion-reduce:[animation-duration:4s]"
        aria-hidden="true"
      />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

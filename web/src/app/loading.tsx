import { company } from "#content/company.ts";
import { m } from "#paraglide/messages.js";
import { Spinner } from "#ui/spinner.tsx";

type LoadingProps = {
  label: string;
  /** Its height, and where its page has none, its place. */
  className: string;
};

/**
 * What is loading, and the outline of a page whose content is still fetched. What to do should it
 * not come stands in the page's HTML and is its largest text, so that the page is there at once.
 */
export const Loading = ({ label, className }: LoadingProps) => (
  <div className={`grid w-full content-start gap-8 ${className}`}>
    <p className="flex max-w-none items-center gap-2 text-quiet">
      <Spinner label={label} />
      <span aria-hidden="true">{label}</span>
    </p>
    <p className="max-w-none text-lg leading-[1.45]">
      {m.app_loading_help({ phone: company.phone, hours: company.supportHours })}
    </p>
    <div className="grid gap-4" aria-hidden="true">
      <div className="h-9 w-3/5 rounded-sm bg-line" />
      <div className="h-5 w-4/5 rounded-sm bg-line" />
      <div className="mt-4 grid gap-5 rounded-md border border-line bg-surface-raised p-6">
        {LINES.map((width) => (
          <div className={`h-5 rounded-sm bg-line ${width}`} key={width} />
        ))}
      </div>
    </div>
  </div>
);

const LINES = ["w-1/2", "w-3/4", "w-2/3", "w-2/5"];

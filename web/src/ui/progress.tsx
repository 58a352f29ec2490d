import { m } from "#paraglide/messages.js";

type ProgressProps = { step: number; of: number; label: string };

/** Progress in segments. */
export function Progress({ step, of, label }: ProgressProps) {
  const segments = Array.from({ length: of }, (_, index) => index + 1);

  return (
    <div
      className="flex gap-1.5"
      role="progressbar"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={of}
      aria-valuenow={step}
      aria-valuetext={m.progress_step({ step, of })}
    >
      {segments.map((segment) => (
        <span
          className="h-1 flex-1 rounded-[2px] bg-line transition-colors data-done:bg-chosen forced-colors:border forced-colors:border-[CanvasText] forced-colors:data-done:bg-[Highlight]"
          key={segment}
          data-done={segment <= step || undefined}
        />
      ))}
    </div>
  );
}

import "./progress.css";

type ProgressProps = { step: number; of: number; label: string };

/** Progress in segments. */
export function Progress({ step, of, label }: ProgressProps) {
  const segments = Array.from({ length: of }, (_, index) => index + 1);

  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={of}
      aria-valuenow={step}
      aria-valuetext={`Step ${step} of ${of}`}
    >
      {segments.map((segment) => (
        <span
          className="progress__segment"
          key={segment}
          data-done={segment <= step || undefined}
        />
      ))}
    </div>
  );
}

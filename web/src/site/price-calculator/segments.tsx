type SegmentsProps = {
  legend: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

const LABEL = [
  "pointer-events-none relative grid min-h-13 place-items-center rounded-[calc(var(--radius-small)-2px)] p-1 text-center leading-[1.2] font-medium tabular-nums transition-colors",
  "peer-not-checked:group-hover:bg-surface-sunken",
  "peer-checked:bg-surface-inverse peer-checked:font-semibold peer-checked:text-inverse",
].join(" ");

/** One of a few short options, side by side. */
export function Segments({ legend, name, value, options, onChoose }: SegmentsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 p-0 text-sm leading-[1.4] font-semibold">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col rounded-sm border border-line-strong bg-surface-raised">
        {options.map((option) => (
          <label
            className="group relative grid cursor-pointer border-line not-first:border-s"
            key={option.value}
          >
            <input
              className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-[calc(var(--radius-small)-1px)] forced-colors:static forced-colors:appearance-auto"
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span className={LABEL}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

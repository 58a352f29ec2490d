type SegmentedChoiceProps<T extends string> = {
  legend: string;
  name: string;
  options: readonly T[];
  labelOf: (option: T) => string;
  value: T;
  onChange: (value: T) => void;
};

/** One of a few short options, side by side. */
export const SegmentedChoice = <T extends string>({
  legend,
  name,
  options,
  labelOf,
  value,
  onChange,
}: SegmentedChoiceProps<T>) => (
  <fieldset className="flex flex-wrap">
    <legend className="sr-only">{legend}</legend>
    {options.map((option) => (
      <label
        className={`inline-flex min-h-target cursor-pointer items-center gap-2 border bg-surface px-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${
          option === value ? "border-chosen font-semibold" : "border-line"
        }`}
        key={option}
      >
        <input
          type="radio"
          name={name}
          checked={option === value}
          onChange={() => onChange(option)}
        />
        {labelOf(option)}
      </label>
    ))}
  </fieldset>
);

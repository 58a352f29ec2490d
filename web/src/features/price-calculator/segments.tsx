import "./segments.css";

type SegmentsProps = {
  legend: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** One of a few short options, side by side. */
export function Segments({ legend, name, value, options, onChoose }: SegmentsProps) {
  return (
    <fieldset className="segments">
      <legend>{legend}</legend>
      <div className="segments__row">
        {options.map((option) => (
          <label className="segments__choice" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import { Icon } from "#ui/icon.tsx";

export type Chip = { value: string; label: string; checked: boolean };

type ChipsProps = {
  legend: string;
  hint?: string | undefined;
  name: string;
  options: readonly Chip[];
  onToggle: (value: string, checked: boolean) => void;
};

/** Several short answers to one question, side by side. */
export const Chips = ({ legend, hint, name, options, onToggle }: ChipsProps) => (
  <fieldset>
    <legend className="p-0 text-lg leading-snug font-semibold">{legend}</legend>
    {hint && <p className="mt-1 text-sm text-quiet">{hint}</p>}
    <div className="mt-3 flex flex-wrap gap-2">
      {options.map(({ value, label, checked }) => (
        <label
          className="flex min-h-target cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface-raised px-4 py-1.5 text-base leading-snug transition-colors hover:border-ink has-checked:border-chosen has-checked:bg-surface-chosen has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          key={value}
        >
          <input
            className="peer absolute appearance-none focus-visible:outline-none forced-colors:static forced-colors:appearance-auto"
            type="checkbox"
            name={name}
            value={value}
            checked={checked}
            onChange={(event) => onToggle(value, event.currentTarget.checked)}
          />
          <Icon
            className="hidden peer-checked:block forced-colors:hidden"
            name="check"
            size="xs"
            weight="heavy"
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
);

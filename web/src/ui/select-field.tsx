import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";

type SelectFieldProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  error?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
};

export function SelectField({
  label,
  hint,
  error,
  options,
  onChange,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="field__select">
          <select
            {...select}
            {...ids}
            className="field__control"
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size="sm" />
        </span>
      )}
    </Field>
  );
}

import { Field, type FieldSize, fieldControl } from "#ui/field.tsx";
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
  size?: FieldSize | undefined;
};

export function SelectField({
  label,
  hint,
  error,
  options,
  onChange,
  size,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="relative">
          <select
            {...select}
            {...ids}
            className={fieldControl(size, "select")}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            size="sm"
            className="pointer-events-none absolute inset-y-0 end-4 my-auto"
          />
        </span>
      )}
    </Field>
  );
}

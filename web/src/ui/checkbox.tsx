import { type ReactNode, useId } from "react";
import { FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import "./checkbox.css";

type CheckboxProps = {
  label: ReactNode;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
};

export function Checkbox({ label, error, onChange, ...input }: CheckboxProps) {
  const id = useId();
  const errorId = `${id}-error`;

  return (
    <div className="checkbox">
      <label className="checkbox__line">
        <span className="checkbox__box">
          <input
            {...input}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <Icon name="check" size="sm" />
        </span>
        <span className="checkbox__label">{label}</span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

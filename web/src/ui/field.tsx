import { type ReactNode, useId } from "react";
import { Icon } from "#ui/icon.tsx";
import "./field.css";

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  children: (ids: FieldIds) => ReactNode;
};

// Connects a control to its label, hint and error.
type FieldIds = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/** Frame of a form control: label above, hint and error below. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : "";
  const errorId = error ? `${id}-error` : "";
  const describedBy = [hintId, errorId].filter(Boolean).join(" ");

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field__error" id={id}>
      <Icon name="warning" size="sm" />
      {children}
    </p>
  );
}

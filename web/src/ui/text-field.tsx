import type { InputHTMLAttributes, Ref } from "react";
import { Field } from "#ui/field.tsx";

type TextFieldProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "id" | "className" | "onChange" | "value" | "name"
> & {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
};

export function TextField({
  label,
  hint,
  error,
  onChange,
  inputRef,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          ref={inputRef}
          type={type}
          className="field__control"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

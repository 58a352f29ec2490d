import type { InputHTMLAttributes, Ref } from "react";
import { Field, type FieldSize, fieldControl } from "#ui/field.tsx";

type TextFieldProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "id" | "className" | "size" | "onChange" | "value" | "name"
> & {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  /** Outer spacing and placement only. */
  className?: string | undefined;
  size?: FieldSize | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
};

export function TextField({
  label,
  hint,
  error,
  onChange,
  inputRef,
  size,
  className,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          ref={inputRef}
          type={type}
          className={fieldControl(size)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

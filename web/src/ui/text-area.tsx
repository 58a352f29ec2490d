import type { Ref, TextareaHTMLAttributes } from "react";
import { Field, type FieldSize, fieldControl } from "#ui/field.tsx";

type TextAreaProps = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "id" | "className" | "size" | "onChange" | "value" | "name"
> & {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  size?: FieldSize | undefined;
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
};

export function TextArea({
  label,
  hint,
  error,
  onChange,
  inputRef,
  size,
  ...input
}: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <textarea
          {...input}
          {...ids}
          ref={inputRef}
          className={fieldControl(size, "area")}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

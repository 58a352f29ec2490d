import type { Ref, TextareaHTMLAttributes } from "react";
import { Field } from "#ui/field.tsx";

type TextAreaProps = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "id" | "className" | "onChange" | "value" | "name"
> & {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
};

export function TextArea({ label, hint, error, onChange, inputRef, ...input }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <textarea
          {...input}
          {...ids}
          ref={inputRef}
          className="field__control"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

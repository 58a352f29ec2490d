import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from "react";
import { Field, type FieldSize, fieldControl } from "#ui/field.tsx";

type TextProps<Attributes, Element> = Omit<
  Attributes,
  "id" | "className" | "size" | "onChange" | "value" | "name"
> & {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  /** As of a Field: what comes and goes with what is typed. */
  note?: ReactNode;
  /** Outer spacing and placement only. */
  className?: string | undefined;
  size?: FieldSize | undefined;
  inputRef?: Ref<Element> | undefined;
};

type TextFieldProps = TextProps<InputHTMLAttributes<HTMLInputElement>, HTMLInputElement>;

export function TextField(props: TextFieldProps) {
  const {
    label,
    hint,
    error,
    note,
    onChange,
    inputRef,
    size,
    className,
    type = "text",
    ...input
  } = props;

  return (
    <Field label={label} hint={hint} error={error} note={note} className={className}>
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

type TextAreaProps = TextProps<TextareaHTMLAttributes<HTMLTextAreaElement>, HTMLTextAreaElement>;

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, note, onChange, inputRef, size, className, ...input } = props;

  return (
    <Field label={label} hint={hint} error={error} note={note} className={className}>
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

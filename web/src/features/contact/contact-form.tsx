import { useState } from "react";
import { formatPhone } from "#lib/phone.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import { type Contact, type ContactErrors, contactErrors } from "./contact-rules.ts";
import { contactWords as words } from "./copy.ts";

type ContactFormProps = {
  value: Contact;
  onChange: (change: Partial<Contact>) => void;
  /** Show all errors, also of fields not yet visited. */
  checked: boolean;
  /** Field errors from the server, for values that pass the checks here. */
  refused: ContactErrors;
  wantsReminder: boolean;
  onReminder: (isWanted: boolean) => void;
  onEmailLeft: () => void;
};

type Field = keyof Contact;

/** Name, phone and e-mail, with autofill and an error beside each field. */
export function ContactForm({ value, onChange, checked, refused, ...rest }: ContactFormProps) {
  const { wantsReminder, onReminder, onEmailLeft } = rest;
  const [left, setLeft] = useState<Field[]>([]);
  const errors = contactErrors(value);
  const errorOf = (field: Field) => {
    const error = checked || left.includes(field) ? errors[field] : undefined;
    return error ?? refused[field];
  };
  const leave = (name: Field) => {
    if (value[name] !== "") setLeft([...left, name]);
    if (name === "email") onEmailLeft();
  };
  const field = (name: Field) => {
    return {
      name,
      value: value[name],
      label: words[name],
      required: true,
      onChange: (value: string) => onChange({ [name]: value }),
      onBlur: () => leave(name),
      error: errorOf(name),
    };
  };

  return (
    <div className="grid gap-4">
      <h2 className="text-lg">{words.title}</h2>
      <TextField {...field("name")} autoComplete="name" maxLength={100} />
      <TextField
        {...field("phone")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        hint={words.consent}
        onChange={(value) => onChange({ phone: formatPhone(value) })}
      />
      <TextField
        {...field("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <Checkbox
        name="recovery_consent"
        label={words.reminder}
        checked={wantsReminder}
        onChange={onReminder}
      />
    </div>
  );
}

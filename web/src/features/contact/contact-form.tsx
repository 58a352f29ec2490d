import type { Control } from "react-hook-form";
import * as v from "valibot";
import { formatPhone } from "#lib/phone.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { requiredText, useFormField } from "#ui/form.tsx";
import { TextField } from "#ui/text-field.tsx";
import { contactWords } from "./copy.ts";

const PHONE_DIGITS = 10;

/** The contact fields of step 3 (WIZ-08.5). */
export const contactSchema = v.object({
  name: requiredText(contactWords.nameMissing),
  phone: v.pipe(
    requiredText(contactWords.phoneMissing),
    v.check((phone) => phone.replace(/\D/g, "").length >= PHONE_DIGITS, contactWords.phoneShort),
  ),
  email: v.pipe(
    requiredText(contactWords.emailMissing),
    v.includes("@", contactWords.emailWithoutAt),
  ),
});

export type Contact = v.InferOutput<typeof contactSchema>;

type ContactFormProps = {
  control: Control<Contact>;
  wantsReminder: boolean;
  onReminder: (isWanted: boolean) => void;
  onEmailLeft: () => void;
};

/** Name, phone and e-mail, with autofill and an error beside each field. */
export function ContactForm(props: ContactFormProps) {
  const { control, wantsReminder, onReminder, onEmailLeft } = props;
  const name = useFormField(control, "name"); // in the order in which the first error is focused
  const phone = useFormField(control, "phone");
  const email = useFormField(control, "email");

  return (
    <div className="grid gap-4">
      <h2 className="text-lg">{contactWords.title}</h2>
      <TextField {...name} label={contactWords.name} required autoComplete="name" maxLength={100} />
      <TextField
        {...phone}
        label={contactWords.phone}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        hint={contactWords.consent}
        onChange={(typed) => phone.onChange(formatPhone(typed))}
      />
      <TextField
        {...email}
        label={contactWords.email}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        onBlur={() => {
          email.onBlur();
          onEmailLeft();
        }}
      />
      <Checkbox
        name="recovery_consent"
        label={contactWords.reminder}
        checked={wantsReminder}
        onChange={onReminder}
      />
    </div>
  );
}

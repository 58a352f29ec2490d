import { type KeyboardEvent, type RefCallback, type RefObject, useRef } from "react";
import type { Control } from "react-hook-form";
import * as v from "valibot";
import { m } from "#paraglide/messages.js";
import { Checkbox } from "#ui/checkbox.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { emailText, requiredText, useFormField } from "#ui/form.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { phoneText } from "#ui/phone-text.ts";
import { TextField } from "#ui/text-field.tsx";

/** The contact fields of step 3 (WIZ-08.5). */
export const contactSchema = v.object({
  // The server says beside the field that a link is left out, as of the other forms.
  name: requiredText(m.contact_name_missing()),
  phone: phoneText(m.contact_phone_missing()),
  email: emailText(m.contact_email_missing()),
});

export type Contact = v.InferOutput<typeof contactSchema>;

type ContactFormProps = {
  control: Control<Contact>;
  title?: string;
  /** Beside the phone number; by default the consent to texts about an appointment. */
  phoneHint?: string;
  /** The offer of a reminder, where there is one. */
  reminder?: {
    isWanted: boolean;
    onChange: (isWanted: boolean) => void;
    onEmailLeft: () => void;
  };
};

/** Name, phone and email, with autofill and an error beside each field. */
export function ContactForm({
  control,
  title = m.contact_title(),
  phoneHint = m.contact_consent(),
  reminder,
}: ContactFormProps) {
  const name = useFormField(control, "name"); // in the order in which the first error is focused
  const phone = useFormField(control, "phone");
  const email = useFormField(control, "email");
  const phoneInput = useRef<HTMLInputElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  // The keyboard's Next key goes to the next field, so that a phone's visitor taps only the first.
  // Once that is filled in, Enter submits as in any form.
  const goTo = (input: RefObject<HTMLInputElement | null>) => ({
    enterKeyHint: "next" as const,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || input.current?.value) return;
      event.preventDefault();
      input.current?.focus();
    },
  });

  return (
    <div className="grid gap-4">
      <h2 className="text-lg">{title}</h2>
      <TextField
        {...name}
        {...goTo(phoneInput)}
        label={m.contact_name()}
        required
        autoComplete="name"
        maxLength={100}
      />
      <PhoneField
        {...phone}
        {...goTo(emailInput)}
        inputRef={both(phone.inputRef, phoneInput)}
        label={m.contact_phone()}
        required
        hint={phoneHint}
      />
      <EmailField
        {...email}
        inputRef={both(email.inputRef, emailInput)}
        label={m.contact_email()}
        required
        onBlur={() => {
          email.onBlur();
          reminder?.onEmailLeft();
        }}
      />
      {reminder && (
        <Checkbox
          name="recovery_consent"
          label={m.contact_reminder()}
          checked={reminder.isWanted}
          onChange={reminder.onChange}
        />
      )}
    </div>
  );
}

// The form focuses a field with an error by a ref of its own.
const both =
  (ofForm: RefCallback<HTMLInputElement>, ours: RefObject<HTMLInputElement | null>) =>
  (input: HTMLInputElement | null) => {
    ofForm(input);
    ours.current = input;
  };

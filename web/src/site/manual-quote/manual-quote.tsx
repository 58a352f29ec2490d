import { type FormEvent, useRef, useState } from "react";
import { company } from "#content/company.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { focusOnMount } from "#ui/focus-on-mount.ts";
import { Notice } from "#ui/notice.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { copy } from "./copy.ts";
import {
  type Failure,
  initialForm,
  type ManualQuoteErrors,
  type ManualQuoteForm,
  storeForm,
  useManualQuote,
  validateForm,
} from "./use-manual-quote.ts";

const STEP_FT = 3;
const MOST_STEPS = 80;

type ManualQuoteProps = {
  steps: number;
  /** Values the booking already has. */
  initial: Partial<ManualQuoteForm>;
};

/** Quote request for a run over 150 ft: there is no band, so staff price it. */
export function ManualQuote({ steps, initial }: ManualQuoteProps) {
  const [values, setValues] = useState(() => initialForm(initial));
  const [isChecked, setChecked] = useState(false);
  const { asking, submit, open } = useManualQuote();
  const form = useRef<HTMLFormElement>(null);
  const refused = asking.status === "open" ? asking.refused : {};
  const errors = { ...refused, ...(isChecked ? validateForm(values) : {}) };

  const update = (change: Partial<ManualQuoteForm>) => {
    const next = { ...values, ...change };
    setValues(next);
    storeForm(next);
    if (asking.status === "open") open();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(validateForm(values)).length === 0) await submit(values, steps);
    requestAnimationFrame(() => focusFirstError(form.current));
  };

  if (asking.status === "sent") return <Sent {...asking} onAgain={open} />;
  return (
    <form className="grid min-w-0 gap-4" ref={form} noValidate onSubmit={send}>
      <h4 className="text-lg">{copy.title}</h4>
      <p className="text-quiet">{copy.lead}</p>
      <Questions steps={steps} values={values} errors={errors} onUpdate={update} />
      <Button
        type="submit"
        variant="cta-green"
        size="lg"
        busy={asking.status === "sending"}
        busyLabel={copy.sending}
      >
        {copy.send}
      </Button>
      {asking.status === "open" && asking.failure && <NotSent {...asking.failure} />}
    </form>
  );
}

type QuestionsProps = {
  steps: number;
  values: ManualQuoteForm;
  errors: ManualQuoteErrors;
  onUpdate: (change: Partial<ManualQuoteForm>) => void;
};

function Questions({ steps, values, errors, onUpdate }: QuestionsProps) {
  const field = (name: keyof ManualQuoteForm, most: number) => ({
    name,
    label: copy[name],
    value: values[name],
    error: errors[name],
    maxLength: most,
    onChange: (value: string) => onUpdate({ [name]: value }),
  });

  return (
    <>
      <TextField {...field("name", 100)} required autoComplete="name" />
      <TextField
        {...field("phone", 40)}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={copy.consent}
        onChange={(value) => onUpdate({ phone: formatPhone(value) })}
      />
      <TextField {...field("address", 300)} required autoComplete="street-address" />
      <TextArea
        {...field("notes", 1000)}
        rows={3}
        hint={steps < MOST_STEPS ? copy.notesHint : copy.farther}
      />
    </>
  );
}

const NotSent = ({ words, isOurs }: Failure) => (
  <Notice tone="danger">
    {words} {isOurs && <a href={telHref(company.phone)}>{company.phone}</a>}
  </Notice>
);

type SentProps = { phone: string; steps: number; onAgain: () => void };

function Sent({ phone, steps, onAgain }: SentProps) {
  return (
    <div className="grid min-w-0 gap-4 focus:outline-none" ref={focusOnMount} tabIndex={-1}>
      <Notice
        tone="success"
        title={copy.sent}
        action={
          <Button variant="outline" size="sm" onClick={onAgain}>
            {copy.another}
          </Button>
        }
      >
        {copy.sentText(phone, steps * STEP_FT)}
      </Notice>
    </div>
  );
}

const focusFirstError = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();

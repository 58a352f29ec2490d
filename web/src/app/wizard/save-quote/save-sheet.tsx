import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { errorMessage } from "#api/error-messages.ts";
import type { Key } from "#api/query-keys.ts";
import { nearestBand } from "#business/bands.ts";
import type { Draft } from "#draft/draft.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { emailText, useFormField } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Modal } from "#ui/modal.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { phoneText } from "#ui/phone-text.ts";

type SaveSheetProps = {
  open: boolean;
  draft: Pick<Draft, "location" | "generator">;
  onClose: () => void;
};

/** Saves the quote when it is opened, and offers its link by email, text, copy and print. */
export function SaveSheet({ open, draft, onClose }: SaveSheetProps) {
  const selection = selectionOf(draft);
  // One link for each selection, while this page is open.
  const query = useQuery({
    queryKey: ["saved-quote", selection] satisfies Key,
    queryFn: () => unwrap(api.POST("/api/saved-quotes", { body: selection })),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });

  return (
    <Modal open={open} onClose={onClose} title={m.save_quote_title()}>
      <Loaded query={query} loading={m.save_quote_saving()} failed={m.save_quote_failed()}>
        {(saved) => <Ways saved={saved} />}
      </Loaded>
    </Modal>
  );
}

function selectionOf({ location, generator }: SaveSheetProps["draft"]): Schemas["SavedQuoteIn"] {
  const isBought = generator.choice === "buy_here";
  return {
    address: location.address.formatted,
    zip_code: location.coverage.zip_code,
    band: location.distance?.band ?? nearestBand,
    generator_choice: generator.choice,
    model_number: isBought ? (generator.product?.model_number ?? null) : null,
  };
}

type Saved = Schemas["SavedQuoteLinkOut"];

function Ways({ saved: { url, token, valid_until } }: { saved: Saved }) {
  const params = { path: { token } };

  return (
    <div className="grid gap-5">
      <p className="text-quiet">{m.save_quote_lead({ day: longDay(dayOf(valid_until)) })}</p>
      <SendForm
        label={m.save_quote_email()}
        action={m.save_quote_email_send()}
        schema={emailText(m.save_quote_email_missing())}
        doneOf={(outcome) => m.save_quote_email_sent({ outcome })}
        field={EmailField}
        onSend={(email) =>
          unwrap(api.POST("/api/saved-quotes/{token}/email", { params, body: { email } }))
        }
      />
      <SendForm
        label={m.save_quote_text()}
        action={m.save_quote_text_send()}
        schema={PHONE}
        doneOf={(outcome) => m.save_quote_text_sent({ outcome })}
        hint={m.save_quote_text_consent()}
        field={PhoneField}
        onSend={(phone) =>
          unwrap(
            api.POST("/api/saved-quotes/{token}/text", { params, body: { phone, consent: true } }),
          )
        }
      />
      <div className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line pt-4">
        <CopyLink url={url} />
        <Button variant="outline" href={`${url}?print`}>
          <Icon name="document" size="sm" />
          {m.save_quote_print()}
        </Button>
      </div>
    </div>
  );
}

const PHONE = phoneText(m.save_quote_text_missing());

type SendFormProps = {
  field: typeof EmailField | typeof PhoneField;
  label: string;
  hint?: string;
  action: string;
  schema: v.GenericSchema<string>;
  doneOf: (outcome: Outcome) => string;
  onSend: (recipient: string) => Promise<Schemas["QuoteSentOut"]>;
};

type Outcome = Schemas["QuoteSentOut"]["outcome"];

/** One field and its button; says what became of the message, and what to do where it stays here. */
function SendForm(props: SendFormProps) {
  const { field: RecipientField, action, schema, doneOf, onSend, ...said } = props;
  const { control, handleSubmit, setError } = useForm({
    resolver: valibotResolver(v.object({ recipient: schema })),
    defaultValues: { recipient: "" },
  });
  const {
    mutate,
    isPending,
    data: sent,
    error,
  } = useMutation({
    mutationFn: onSend,
    onError: (failure) => {
      const [wrong] = failure instanceof Problem ? failure.errors : [];
      if (wrong) setError("recipient", { message: wrong.message }, { shouldFocus: true });
    },
  });
  const isAtField = error instanceof Problem && error.errors.length > 0;

  return (
    <form
      className="grid gap-2"
      noValidate
      onSubmit={handleSubmit(({ recipient }) => mutate(recipient))}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <RecipientField
          {...said}
          {...useFormField(control, "recipient")}
          className="flex-[1_1_14rem]"
        />
        <Button className="sm:mt-[1.7rem]" type="submit" busy={isPending}>
          {action}
        </Button>
      </div>
      <p
        className={`font-semibold empty:hidden ${sent?.outcome === "queued" ? "text-success" : ""}`}
        role="status"
      >
        {sent && doneOf(sent.outcome)}
      </p>
      {error && !isAtField && (
        <Refusal>{errorMessage(error, { general: m.save_quote_send_failed() })}</Refusal>
      )}
    </form>
  );
}

function CopyLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };

  return (
    <Button variant="outline" onClick={() => void copy()}>
      {isCopied ? m.save_quote_copied() : m.save_quote_copy()}
    </Button>
  );
}

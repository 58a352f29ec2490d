import { type FormEvent, useState } from "react";
import { Problem } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { grouped } from "./receipt.ts";

type CodeFormProps = { code: string | null; isBusy: boolean; onCheck: (code: string) => void };

/** Input for a receipt code, in whatever grouping it is typed or pasted. */
export function CodeForm({ code, isBusy, onCheck }: CodeFormProps) {
  const [text, setText] = useState(code ? grouped(code) : "");
  const [isEmpty, setEmpty] = useState(false);

  const check = (event: FormEvent) => {
    event.preventDefault();
    const normalized = text.replace(/[^0-9a-z]/gi, "").toUpperCase();
    setEmpty(normalized === "");
    if (normalized) onCheck(normalized);
  };

  return (
    <form
      className="grid max-w-128 gap-4 sm:max-w-none sm:grid-cols-[1fr_auto] sm:items-start"
      action="/verify"
      method="get"
      onSubmit={check}
    >
      <TextField
        size="code"
        label={m.price_receipt_code()}
        name="code"
        value={text}
        onChange={setText}
        hint={m.price_receipt_code_hint()}
        error={isEmpty ? m.price_receipt_code_missing() : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button
        className="sm:mt-6.75"
        type="submit"
        size="lg"
        busy={isBusy}
        busyLabel={m.price_receipt_checking()}
      >
        {m.price_receipt_check()}
      </Button>
    </form>
  );
}

type NoReceiptProps = { failure: unknown; onTryAgain: () => void };

export function NoReceipt({ failure, onTryAgain }: NoReceiptProps) {
  const status = failure instanceof Problem ? failure.status : 0;

  if (status === 404 || status === 422)
    return (
      <Notice tone="warning" title={m.price_receipt_missing_title()}>
        {m.price_receipt_missing()}
      </Notice>
    );
  if (status === 429)
    return (
      <Notice tone="warning" title={m.price_receipt_too_often_title()}>
        {m.price_receipt_too_often()}
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      title={m.price_receipt_failed_title()}
      action={
        <Button variant="outline" onClick={onTryAgain}>
          {m.try_again()}
        </Button>
      }
    >
      {m.price_receipt_failed()}
    </Notice>
  );
}

import { type FormEvent, useState } from "react";
import { Problem } from "#api/client.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { useBrowserValue, useIsHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { grouped, useReceipt } from "./receipt.ts";
import { ReceiptView } from "./receipt-view.tsx";
import { RecordView } from "./record-view.tsx";

/** /verify and /verify/<code>: the price or the installation behind a code, for who has it. */
export default function Verify() {
  const codeFromUrl = useBrowserValue(codeInAddress, null);
  const [enteredCode, setEnteredCode] = useState<string | null>(null);
  const code = enteredCode ?? codeFromUrl;
  const { receipt, record, failure, isLoading, load } = useReceipt(code);

  const check = (newCode: string) => {
    history.replaceState(history.state, "", hrefOf(newCode));
    if (newCode === code) void load();
    else setEnteredCode(newCode);
  };

  return (
    <div className="mx-auto grid w-full max-w-[calc(46rem+2*var(--page-gutter))] gap-8 px-gutter pt-[clamp(2rem,1rem+4vw,4.5rem)] pb-section *:min-w-0">
      <header className="grid gap-2">
        <h1>{m.verify_title()}</h1>
        <p className="text-lg leading-[1.45] text-quiet">{m.verify_lead()}</p>
      </header>
      <CodeForm key={codeFromUrl} code={codeFromUrl} isBusy={isLoading} onCheck={check} />
      {receipt && <ReceiptView receipt={receipt} hrefOf={hrefOf} />}
      {record && <RecordView record={record} />}
      {failure !== null && <NoReceipt failure={failure} onTryAgain={load} />}
    </div>
  );
}

const hrefOf = (code: string) => `${paths.verify}/${code}`;

// From the path, or from the query string that the form sends when there is no script.
function codeInAddress(): string | null {
  const inPath = location.pathname.match(/^\/verify\/([^/]+)/)?.[1];
  const query = new URLSearchParams(inPath ? `code=${inPath}` : location.search);
  const code = query.get("code")?.replace(/[^0-9a-z]/gi, "");
  return code?.toUpperCase() || null;
}

type CodeFormProps = { code: string | null; isBusy: boolean; onCheck: (code: string) => void };

/** Input for a receipt code, in whatever grouping it is typed or pasted. */
function CodeForm({ code, isBusy, onCheck }: CodeFormProps) {
  const [text, setText] = useState(code ? grouped(code) : "");
  const [isEmpty, setEmpty] = useState(false);
  const isAwake = useIsHydrated();

  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // As it stands in the form: what was typed before hydration is not known.
    const shown = String(new FormData(event.currentTarget).get("code"));
    setText(shown);
    const normalized = shown.replace(/[^0-9a-z]/gi, "").toUpperCase();
    setEmpty(normalized === "");
    if (normalized) onCheck(normalized);
  };

  return (
    <form
      className="grid max-w-128 gap-4 sm:max-w-none sm:grid-cols-[1fr_auto] sm:items-start"
      action="/verify"
      method="get"
      noValidate={isAwake}
      onSubmit={check}
    >
      <TextField
        size="code"
        label={m.price_receipt_code()}
        name="code"
        required
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

function NoReceipt({ failure, onTryAgain }: NoReceiptProps) {
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

import { useState } from "react";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { CodeForm, NoReceipt } from "#site/price-receipt/code-form.tsx";
import { useReceipt } from "#site/price-receipt/receipt.ts";
import { ReceiptView } from "#site/price-receipt/receipt-view.tsx";
import { useBrowserValue } from "#ui/use-browser-value.ts";

/** /verify and /verify/<code>: the promised price behind a receipt code, for anybody who has it. */
export default function Verify() {
  const codeFromUrl = useBrowserValue(codeInAddress, null);
  const [enteredCode, setEnteredCode] = useState<string | null>(null);
  const code = enteredCode ?? codeFromUrl;
  const { receipt, failure, isLoading, load } = useReceipt(code);

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

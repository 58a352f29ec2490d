import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { copy } from "./copy.ts";
import { grouped } from "./receipt.ts";

type CodeFormProps = { code: string | null; isBusy: boolean; onCheck: (code: string) => void };

/** Input for a receipt code, in whatever grouping it is typed or pasted. */
export function CodeForm({ code, isBusy, onCheck }: CodeFormProps) {
  const [typed, setTyped] = useState(code ? grouped(code) : "");
  const [isEmpty, setEmpty] = useState(false);

  const check = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.replace(/[^0-9a-z]/gi, "").toUpperCase();
    setEmpty(wanted === "");
    if (wanted) onCheck(wanted);
  };

  return (
    <form className="receipt-form" action="/verify" method="get" onSubmit={check}>
      <TextField
        label={copy.code}
        name="code"
        value={typed}
        onChange={setTyped}
        hint={copy.codeHint}
        error={isEmpty ? copy.codeMissing : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" size="lg" busy={isBusy} busyLabel={copy.checking}>
        {copy.check}
      </Button>
    </form>
  );
}

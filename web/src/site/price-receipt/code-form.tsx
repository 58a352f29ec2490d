import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { copy } from "./copy.ts";
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
        label={copy.code}
        name="code"
        value={text}
        onChange={setText}
        hint={copy.codeHint}
        error={isEmpty ? copy.codeMissing : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button
        className="sm:mt-6.75"
        type="submit"
        size="lg"
        busy={isBusy}
        busyLabel={copy.checking}
      >
        {copy.check}
      </Button>
    </form>
  );
}

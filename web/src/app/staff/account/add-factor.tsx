import { type FormEvent, useState } from "react";
import { showCode } from "#api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useToast } from "#ui/toast.tsx";
import { NewFactor } from "../sign-in/new-factor.tsx";
import { accountWords as words } from "./copy.ts";
import { useAccountChanged } from "./use-account.ts";

/** Enrollment of another authenticator: name it, then scan its code. */
export function AddFactor({ onDone }: { onDone: () => void }) {
  const toast = useToast();
  const [name, setName] = useState("");
  const [named, setNamed] = useState("");
  const [isChecked, setChecked] = useState(false);
  const changed = useAccountChanged();

  if (named) {
    return (
      <NewFactor
        name={named}
        confirm={showCode}
        onDone={() => {
          toast({ title: words.added, tone: "success" });
          changed();
          onDone();
        }}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    setNamed(name.trim());
  };
  return (
    <form className="grid justify-items-start gap-x-4 gap-y-2" onSubmit={submit} noValidate>
      <p className="text-quiet">{words.addNote}</p>
      <TextField
        className="w-full"
        label={words.factorName}
        name="factor-name"
        value={name}
        onChange={setName}
        hint={words.factorNameHint}
        autoComplete="off"
        maxLength={100}
        error={isChecked && !name.trim() ? words.factorNameMissing : undefined}
      />
      <Button type="submit">{words.next}</Button>
    </form>
  );
}

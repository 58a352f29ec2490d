import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeName } from "#api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useToast } from "#ui/toast.tsx";
import { authErrorMessage } from "../sign-in/auth-error-message.ts";
import { accountWords as words } from "./copy.ts";
import { useAccountChanged } from "./use-account.ts";

export function NameForm({ name: before }: { name: string }) {
  const toast = useToast();
  const [name, setName] = useState(before);
  const [isChecked, setChecked] = useState(false);
  const changed = useAccountChanged();
  const sending = useMutation({
    mutationFn: changeName,
    onSuccess: () => {
      toast({ title: words.nameSaved, tone: "success" });
      changed();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (name.trim()) sending.mutate(name.trim());
  };
  return (
    <form className="grid justify-items-start gap-x-4 gap-y-2" onSubmit={submit} noValidate>
      <TextField
        className="w-full"
        label={words.name}
        name="name"
        value={name}
        onChange={setName}
        hint={words.nameHint}
        autoComplete="name"
        maxLength={100}
        error={isChecked && !name.trim() ? words.nameMissing : undefined}
      />
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        busy={sending.isPending}
        busyLabel={words.saving}
      >
        {words.save}
      </Button>
    </form>
  );
}

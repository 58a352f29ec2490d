import { useState } from "react";
import type { CustomerDetail, Erased } from "#api/staff-customers.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ActionDialog } from "../orders/actions/action-dialog.tsx";
import { problemMessage } from "../shell/problem-message.ts";
import { copy } from "./copy.ts";
import { useErase } from "./use-customers.ts";

type EraseDialogProps = {
  customer: CustomerDetail;
  onClose: () => void;
  onErased: (erased: Erased) => void;
};

type Reason = "asked" | "mistake";

// To prevent accidental erasure, the name must be typed and a reason chosen.
export function EraseDialog({ customer, onClose, onErased }: EraseDialogProps) {
  const [typedName, setTypedName] = useState("");
  const [reason, setReason] = useState<Reason>("asked");
  const [isChecked, setChecked] = useState(false);
  const { mutate, isPending, error } = useErase();
  const isTheirs = typedName.trim().toLowerCase() === customer.name.toLowerCase();

  const confirm = () => {
    setChecked(true);
    if (!isTheirs) return;
    mutate(
      { id: customer.id, typed_name: typedName.trim(), reason },
      { onSuccess: (erased) => onErased(erased) },
    );
  };
  return (
    <ActionDialog
      title={copy.eraseTitle(customer.name)}
      onClose={onClose}
      consequence={copy.eraseWhat}
      confirm={copy.erase}
      isDestructive
      isSending={isPending}
      refusal={error ? problemMessage(error) : null}
      onConfirm={confirm}
    >
      <SelectField
        label={copy.reason}
        name="reason"
        value={reason}
        options={copy.reasons}
        onChange={(value) => setReason(value as Reason)}
      />
      <TextField
        label={copy.typedName}
        hint={copy.typedNameHint(customer.name)}
        name="typed_name"
        autoComplete="off"
        required
        value={typedName}
        onChange={setTypedName}
        error={isChecked && !isTheirs ? copy.nameDiffers : undefined}
      />
    </ActionDialog>
  );
}

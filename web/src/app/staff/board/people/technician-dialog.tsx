import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { staffBoard, type Technician } from "#api/staff-board.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Modal } from "#ui/modal.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useToast } from "#ui/toast.tsx";
import { StaffProblem } from "../../shell/staff-problem.tsx";
import { technicianWords as words } from "../copy.ts";
import { useBoardRefresh } from "../use-board.ts";

type TechnicianDialogProps = { person: Technician | "new" | null; onClose: () => void };

/** Add a technician, change a phone number, or deactivate someone who has left. */
export function TechnicianDialog({ person, onClose }: TechnicianDialogProps) {
  const technician = person === "new" ? null : person;
  return (
    <Modal
      open={person !== null}
      onClose={onClose}
      title={technician ? words.changeTitle(technician.name) : words.addTitle}
    >
      {person && <PersonForm technician={technician} onDone={onClose} />}
    </Modal>
  );
}

type Entered = { name: string; phone: string; is_active: boolean };

const EMPTY: Entered = { name: "", phone: "", is_active: true };
const FEWEST_DIGITS = 10;

function PersonForm({ technician, onDone }: { technician: Technician | null; onDone: () => void }) {
  const toast = useToast();
  const [entered, setEntered] = useState<Entered>(technician ?? EMPTY);
  const [isChecked, setChecked] = useState(false);
  const refreshBoard = useBoardRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (person: Entered) => saved(technician, person),
    onSuccess: ({ name }) => {
      toast({ title: technician ? words.saved(name) : words.added(name), tone: "success" });
      void refreshBoard();
      onDone();
    },
  });
  const set = (change: Partial<Entered>) => setEntered({ ...entered, ...change });
  const wrong = wrongWith(entered);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!wrong.name && !wrong.phone) mutate(entered);
  };

  return (
    <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
      <TextField
        size="sm"
        label={words.name}
        name="name"
        value={entered.name}
        maxLength={100}
        autoComplete="off"
        error={isChecked ? wrong.name : undefined}
        onChange={(name) => set({ name })}
      />
      <TextField
        size="sm"
        label={words.phone}
        name="phone"
        type="tel"
        value={entered.phone}
        maxLength={40}
        autoComplete="off"
        hint={words.hint}
        error={isChecked ? wrong.phone : undefined}
        onChange={(phone) => set({ phone })}
      />
      {technician && (
        <Checkbox
          label={words.active}
          name="active"
          checked={entered.is_active}
          onChange={(is_active) => set({ is_active })}
        />
      )}
      {error !== null && <StaffProblem problem={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending} busyLabel={words.saving}>
          {technician ? words.save : words.add}
        </Button>
      </div>
    </form>
  );
}

const saved = (technician: Technician | null, { name, phone, is_active }: Entered) =>
  technician
    ? staffBoard.correctTechnician({ id: technician.id, name, phone, is_active })
    : staffBoard.addTechnician({ name, phone });

function wrongWith({ name, phone }: Entered) {
  const digits = phone.replace(/\D/g, "").length;
  return {
    name: name.trim() ? undefined : words.nameMissing,
    phone: digits >= FEWEST_DIGITS ? undefined : words.phoneMissing,
  };
}

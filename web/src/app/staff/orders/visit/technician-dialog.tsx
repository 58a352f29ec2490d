import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type StaffOrder, staffOrders, type Technician } from "#api/staff-orders.ts";
import { formatPhone } from "#lib/phone.ts";
import { SelectField } from "#ui/select-field.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { LoadedPart } from "../actions/loaded-part.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { visitWords as words } from "./copy.ts";

const NO_TECHNICIAN = "nobody";

type TechnicianDialogProps = {
  order: StaffOrder;
  visit: NonNullable<StaffOrder["appointment"]>;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Assign a technician; the customer is notified. */
export function TechnicianDialog({ order, visit, onClose, onDone }: TechnicianDialogProps) {
  const technicians = useQuery({
    queryKey: ["board", "technicians"],
    queryFn: staffOrders.technicians,
  });
  const [chosen, setChosen] = useState("");
  const [isChecked, setChecked] = useState(false);
  const technician = technicians.data?.find(({ id }) => id === chosen) ?? null;
  const { run, isSending, refusal, fieldRefusal } = useOrderAction(order, staffOrders.assign, () =>
    onDone(technician ? words.assigned(technician.name) : words.taken),
  );

  const confirm = () => {
    setChecked(true);
    if (chosen) run({ appointmentId: visit.id, technician_id: technician?.id ?? null });
  };
  return (
    <ActionDialog
      title={words.assignTitle}
      onClose={onClose}
      consequence={consequenceOf(order, visit, chosen, technician)}
      confirm={words.assignDo}
      isSending={isSending}
      refusal={refusal}
      onConfirm={confirm}
    >
      <LoadedPart query={technicians}>
        {(all) =>
          all.length === 0 ? (
            <p>{words.noTechnicians}</p>
          ) : (
            <SelectField
              size="sm"
              label={words.technician}
              name="technician"
              value={chosen}
              onChange={setChosen}
              options={optionsOf(all, visit.technician !== null)}
              error={isChecked && !chosen ? words.chooseRequired : fieldRefusal("technician_id")}
            />
          )
        }
      </LoadedPart>
    </ActionDialog>
  );
}

const optionsOf = (all: readonly Technician[], hasOne: boolean) => [
  { value: "", label: words.choose },
  ...all.map(({ id, name, phone }) => ({ value: id, label: `${name}, ${formatPhone(phone)}` })),
  ...(hasOne ? [{ value: NO_TECHNICIAN, label: words.take }] : []),
];

function consequenceOf(
  order: StaffOrder,
  visit: TechnicianDialogProps["visit"],
  chosen: string,
  technician: Technician | null,
): string {
  if (technician)
    return words.assignConsequence(
      technician.name,
      formatPhone(technician.phone),
      order.customer.name,
    );
  if (chosen === NO_TECHNICIAN && visit.technician)
    return words.takeConsequence(visit.technician.name);
  return words.assignUnclear;
}

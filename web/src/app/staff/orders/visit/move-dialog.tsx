import { useState } from "react";
import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { windowNames } from "#business/windows.ts";
import { shortDay } from "#lib/dates.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { useDraftText } from "../actions/use-typed.ts";
import { visitWords as words } from "./copy.ts";
import { DayChooser } from "./day-chooser.tsx";

type Window = keyof typeof windowNames;
type MoveDialogProps = {
  order: StaffOrder;
  visit: NonNullable<StaffOrder["appointment"]>;
  onClose: () => void;
  onDone: (message: string) => void;
};

const WINDOWS = (Object.keys(windowNames) as Window[]).map((value) => ({
  value,
  label: windowNames[value],
}));

export function MoveDialog({ order, visit, onClose, onDone }: MoveDialogProps) {
  const [day, setDay] = useState("");
  const [window, setWindow] = useState<Window>(visit.time_window);
  const reason = useDraftText(`move ${order.id}`);
  const [isChecked, setChecked] = useState(false);
  const { run, isSending, refusal, fieldRefusal } = useOrderAction(order, staffOrders.move, () => {
    reason.forget();
    onDone(words.moved(shortDay(day)));
  });
  const slot = (on: string, at: Window) => `${shortDay(on)}, ${windowNames[at].toLowerCase()}`;

  const confirm = () => {
    setChecked(true);
    if (day)
      run({ appointmentId: visit.id, day, time_window: window, reason: reason.typed.trim() });
  };
  return (
    <ActionDialog
      title={words.moveTitle}
      onClose={onClose}
      consequence={
        day
          ? words.moveConsequence(
              slot(day, window),
              order.customer.name,
              visit.technician?.name ?? null,
            )
          : words.moveUnclear
      }
      confirm={day ? words.moveTo(shortDay(day)) : words.move}
      isSending={isSending}
      refusal={refusal}
      onConfirm={confirm}
    >
      <p>{words.moveLead(slot(visit.day, visit.time_window))}</p>
      <DayChooser
        day={day}
        onDay={setDay}
        error={isChecked && !day ? words.dayRequired : fieldRefusal("day")}
      />
      <SelectField
        size="sm"
        label={words.windowTitle}
        name="time_window"
        value={window}
        onChange={(chosen) => setWindow(chosen as Window)}
        options={WINDOWS}
        error={fieldRefusal("time_window")}
      />
      <TextField
        size="sm"
        label={words.moveReason}
        hint={words.moveReasonHint}
        name="reason"
        maxLength={100}
        value={reason.typed}
        onChange={reason.type}
        error={fieldRefusal("reason")}
      />
    </ActionDialog>
  );
}

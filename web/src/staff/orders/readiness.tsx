import { valibotResolver } from "@hookform/resolvers/valibot";
import { type Control, useForm } from "react-hook-form";
import * as v from "valibot";
import type { InstallationStep, StaffFile, StaffOrder } from "#api/staff-orders.ts";
import { useColleagues } from "#api/staff-waits.ts";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { NotInRole } from "../session/me.tsx";
import { FormSelect, FormTextArea, FormTextField } from "../shell/form.tsx";
import { missingNames } from "../shell/missing-names.ts";
import { ActionDialog, type OrderDialogProps, useOrderAction } from "./order-action.tsx";
import { ActionButton, Fact, Line, Lines } from "./parts.tsx";

type Status = InstallationStep["status"];

const TONES = {
  ask: "warning",
  not_needed: "quiet",
  to_do: "warning",
  requested: "info",
  done: "success",
  failed: "danger",
} satisfies Record<Status, BadgeTone>;

/** Permit, HOA, gas company, equipment, inspections and start-up, and what is missing. */
export function ReadinessPart({ order }: { order: StaffOrder }) {
  const { missing, status, installation_steps } = order;
  if (status === "cancelled") return null;
  return (
    <Panel
      size="sm"
      id="readiness"
      title={m.staff_readiness_title()}
      badge={
        status !== "completed" && (
          <Badge tone={missing.length === 0 ? "success" : "warning"}>
            {missing.length === 0
              ? m.staff_readiness_ready()
              : m.staff_readiness_count({ count: missing.length })}
          </Badge>
        )
      }
    >
      {status !== "completed" && missing.length > 0 && (
        <p>{m.staff_readiness_missing({ what: missingNames(missing) })}</p>
      )}
      <Lines>
        {installation_steps.map((step) => (
          <Step key={step.kind} order={order} step={step} />
        ))}
      </Lines>
      <NotInRole needs={["schedule"]} />
    </Panel>
  );
}

const Step = ({ order, step }: { order: StaffOrder; step: InstallationStep }) => (
  <Line
    title={m.staff_readiness_kinds({ kind: step.kind })}
    facts={factsOf(step, order.files).map((fact) => <Fact key={fact}>{fact}</Fact>)}
  >
    <Badge tone={TONES[step.status]}>{m.staff_readiness_states({ status: step.status })}</Badge>
    <ActionButton needs="schedule" opens={{ is: "step", step }}>
      {m.staff_readiness_edit()}
      <VisuallyHidden> {m.staff_readiness_kinds({ kind: step.kind })}</VisuallyHidden>
    </ActionButton>
  </Line>
);

// Files that belong to a step, by their kind.
const FILES: Record<InstallationStep["kind"], readonly StaffFile["type"][]> = {
  permit: ["permit"],
  hoa: ["hoa_packet", "hoa_approval"],
  gas: ["gas_letter"],
  equipment: ["equipment_paper"],
  rough_inspection: ["inspection_report"],
  final_inspection: ["inspection_report"],
  startup: ["warranty"],
};

function factsOf(step: InstallationStep, files: readonly StaffFile[]): string[] {
  const { requested_on, expected_on, done_on } = step;
  const dates = [
    requested_on && m.staff_readiness_requested({ day: shortDay(requested_on) }),
    expected_on && !done_on && m.staff_readiness_expected({ day: shortDay(expected_on) }),
    done_on && m.staff_readiness_done({ day: shortDay(done_on) }),
  ];
  const words = [
    step.assignee_name,
    step.person,
    step.reference,
    step.model,
    step.supplier,
    step.purchase_order && m.staff_readiness_po({ number: step.purchase_order }),
    step.serial_number && m.staff_readiness_serial({ number: step.serial_number }),
  ];
  const names = files.filter(({ type }) => FILES[step.kind].includes(type));
  return [
    dates.filter(Boolean).join(" · "),
    words.filter(Boolean).join(" · "),
    step.note,
    names.length > 0
      ? m.staff_readiness_files({ names: names.map(({ title }) => title).join(", ") })
      : "",
  ].filter((line) => line !== "");
}

const STATUSES = ["ask", "not_needed", "to_do", "requested", "done", "failed"] as const;

const stepSchema = v.object({
  status: v.picklist(STATUSES),
  requested_on: v.string(),
  expected_on: v.string(),
  done_on: v.string(),
  assignee_id: v.string(),
  person: v.pipe(v.string(), v.trim()),
  reference: v.pipe(v.string(), v.trim()),
  note: v.pipe(v.string(), v.trim()),
  model: v.pipe(v.string(), v.trim()),
  supplier: v.pipe(v.string(), v.trim()),
  purchase_order: v.pipe(v.string(), v.trim()),
  serial_number: v.pipe(v.string(), v.trim()),
});

const EQUIPMENT_FIELDS = ["model", "supplier", "purchase_order", "serial_number"] as const;

/** How far a step is. The equipment is done by its milestone. */
export function StepDialog({
  order,
  step,
  onClose,
  onDone,
}: OrderDialogProps & { step: InstallationStep }) {
  const { kind } = step;
  const name = m.staff_readiness_kinds({ kind });
  const isEquipment = kind === "equipment";
  const form = useForm({
    resolver: valibotResolver(stepSchema),
    defaultValues: {
      ...step,
      requested_on: step.requested_on ?? "",
      expected_on: step.expected_on ?? "",
      done_on: step.done_on ?? "",
      assignee_id: step.assignee_id ?? "",
    },
  });
  const { control, handleSubmit } = form;
  const { data: colleagues = [] } = useColleagues();
  const { run, ...state } = useOrderAction(
    order,
    "put",
    "/api/staff/orders/{order_id}/steps/{kind}",
    {
      onDone: () => onDone(m.staff_readiness_saved({ name })),
      form,
    },
  );
  const statuses = STATUSES.filter(
    (status) => !isEquipment || status !== "done" || step.status === "done",
  );

  return (
    <ActionDialog
      {...state}
      title={name}
      onClose={onClose}
      consequence={
        isEquipment ? m.staff_readiness_consequence_equipment() : m.staff_readiness_consequence()
      }
      confirm={m.staff_readiness_save()}
      onConfirm={handleSubmit(({ requested_on, expected_on, done_on, assignee_id, ...values }) =>
        run((if_version) => ({
          path: { order_id: order.id, kind },
          body: {
            ...values,
            requested_on: requested_on || null,
            expected_on: expected_on || null,
            done_on: isEquipment ? null : done_on || null,
            assignee_id: assignee_id || null,
            if_version,
          },
        })),
      )}
    >
      <FormSelect
        control={control}
        name="status"
        size="sm"
        label={m.staff_readiness_status()}
        disabled={isEquipment && step.status === "done"}
        options={statuses.map((status) => ({
          value: status,
          label: m.staff_readiness_states({ status }),
        }))}
      />
      <FormSelect
        control={control}
        name="assignee_id"
        size="sm"
        label={m.staff_readiness_assignee()}
        hint={m.staff_readiness_assignee_hint()}
        options={[
          { value: "", label: m.staff_tasks_nobody() },
          ...colleagues.map(({ id, name: colleague }) => ({ value: id, label: colleague })),
        ]}
      />
      <StepFields control={control} isEquipment={isEquipment} />
    </ActionDialog>
  );
}

type StepValues = v.InferOutput<typeof stepSchema>;
type StepFieldsProps = { control: Control<StepValues, unknown, StepValues>; isEquipment: boolean };

const StepFields = ({ control, isEquipment }: StepFieldsProps) => (
  <>
    <div className="grid gap-4 sm:grid-cols-3">
      <FormTextField
        control={control}
        name="requested_on"
        size="sm"
        type="date"
        label={isEquipment ? m.staff_readiness_ordered_on() : m.staff_readiness_requested_on()}
      />
      <FormTextField
        control={control}
        name="expected_on"
        size="sm"
        type="date"
        label={m.staff_readiness_expected_on()}
      />
      {!isEquipment && (
        <FormTextField
          control={control}
          name="done_on"
          size="sm"
          type="date"
          label={m.staff_readiness_done_on()}
        />
      )}
    </div>
    {isEquipment &&
      EQUIPMENT_FIELDS.map((field) => (
        <FormTextField
          control={control}
          key={field}
          name={field}
          size="sm"
          label={m.staff_readiness_equipment_field({ field })}
          maxLength={100}
        />
      ))}
    <FormTextField
      control={control}
      name="person"
      size="sm"
      label={m.staff_readiness_person()}
      maxLength={100}
    />
    {!isEquipment && (
      <FormTextField
        control={control}
        name="reference"
        size="sm"
        label={m.staff_readiness_reference()}
        maxLength={100}
      />
    )}
    <FormTextArea
      control={control}
      name="note"
      size="sm"
      label={m.staff_readiness_note()}
      rows={2}
      maxLength={500}
    />
  </>
);

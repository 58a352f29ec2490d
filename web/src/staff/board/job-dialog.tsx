import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { callStaff } from "#api/staff-calls.ts";
import { inWords, runRange } from "#business/bands.ts";
import { windowWithHours } from "#business/windows.ts";
import { longDay, shortDay } from "#lib/dates.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { useToldByName } from "../session/told.ts";
import { missingNames } from "../shell/missing-names.ts";
import { SendForm } from "../shell/send-form.tsx";
import { useUndoToast } from "../shell/use-undo-toast.ts";
import {
  canLead,
  daysOffOn,
  isMovable,
  jobById,
  needsTechnician,
  otherJobOf,
} from "./board-cells.ts";
import { type OpenJob, useBoardState } from "./board-context.tsx";
import type { Job, Missing } from "./board-types.ts";
import { daysOffInWords } from "./days-off.tsx";
import { MoveForm } from "./move-form.tsx";
import { type Assignment, useBoardRefresh, useFocusOnOpen } from "./use-board.ts";

type JobDialogProps = {
  open: OpenJob | null;
  onClose: () => void;
  /** Called when the job was moved or its technician changed. */
  onChanged: (id: string) => void;
};

/** Everything that can be done with a job, by keyboard and touch too. */
export function JobDialog({ open, onClose, onChanged }: JobDialogProps) {
  const { board } = useBoardState();
  const job = open ? jobById(open.id, board) : undefined;
  const done = (id: string) => {
    onClose();
    onChanged(id);
  };
  return (
    <Modal
      open={open !== null}
      onClose={onClose}
      title={job?.customer_name ?? m.staff_board_title()}
    >
      {open && !job && <Notice tone="warning">{m.staff_board_job_gone()}</Notice>}
      {open && job && <Part job={job} part={open} onDone={() => done(open.id)} />}
    </Modal>
  );
}

type PartProps = { job: Job; part: OpenJob; onDone: () => void };

function Part({ job, part, onDone }: PartProps) {
  const { open } = useBoardState();
  const back = () => open({ is: "job", id: part.id, part: "menu" });
  if (part.part === "move")
    return <MoveForm job={job} letGoOn={part.day ?? null} onDone={onDone} onBack={back} />;
  if (part.part === "send") return <TechnicianForm job={job} onDone={onDone} onBack={back} />;
  return (
    <>
      <Facts job={job} />
      <JobButtons job={job} />
    </>
  );
}

export const mapHref = (address: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: address })}`;

const readinessOf = (missing: readonly Missing[]) =>
  missing.length === 0
    ? m.staff_readiness_ready()
    : m.staff_readiness_missing({ what: missingNames(missing) });

function Facts({ job }: { job: Job }) {
  const missing = useBoardState().missing?.get(job.order_id);
  const window = windowWithHours(job);
  const isLost = job.status === "needs_new_date";
  const rows = [
    [
      m.staff_board_job_when(),
      isLost ? m.staff_board_lost({ day: shortDay(job.day) }) : `${longDay(job.day)}. ${window}`,
    ],
    [
      m.staff_board_job_where(),
      <a key="map" href={mapHref(job.address)} target="_blank" rel="noreferrer">
        {job.address}
      </a>,
    ],
    [
      m.staff_board_job_phone(),
      <a key="phone" href={telHref(job.phone)}>
        {formatPhone(job.phone)}
      </a>,
    ],
    [m.staff_board_job_status(), m.staff_order_status({ status: job.order_status })],
    [
      m.staff_board_job_what(),
      `${job.generator}, ${job.band_from_ft === 0 && job.quoted_run_ft === null ? inWords(job) : runRange(job)}`,
    ],
    [
      m.staff_board_job_who(),
      job.technician ? `${job.technician.name}, ${job.technician.phone}` : m.staff_unassigned(),
    ],
    ...(missing && !isLost && job.order_status !== "completed"
      ? [[m.staff_readiness_title(), readinessOf(missing)] as const]
      : []),
  ] as const;
  return (
    <dl className="grid gap-1.5 text-sm" aria-label={m.staff_board_job_facts()}>
      {rows.map(([name, value]) => (
        <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2" key={name}>
          <dt className="text-quiet">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function JobButtons({ job }: { job: Job }) {
  const { canSchedule, open } = useBoardState();
  const openForm = (part: OpenJob["part"]) => open({ is: "job", id: job.appointment_id, part });
  const [, navigate] = useLocation();
  const path = `/orders/${job.order_id}`;
  const why = moveDisabledReason(job);
  const container = useFocusOnOpen<HTMLDivElement>();
  return (
    <>
      {canSchedule && why && <p className="text-sm text-quiet">{why}</p>}
      <div className="flex flex-wrap gap-2 focus:outline-none" ref={container} tabIndex={-1}>
        {canSchedule && isMovable(job) && (
          <Button onClick={() => openForm("move")}>{m.staff_board_job_move()}</Button>
        )}
        {canSchedule && needsTechnician(job) && (
          <Button variant="outline" onClick={() => openForm("send")}>
            {m.staff_board_job_send()}
          </Button>
        )}
        <Button
          variant="ghost"
          href={`/staff${path}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            navigate(path);
          }}
        >
          {m.staff_board_job_open_order()}
        </Button>
      </div>
    </>
  );
}

function moveDisabledReason(job: Job): string | null {
  if (job.status === "held") return m.staff_board_job_cannot_move_held();
  if (!isMovable(job)) return m.staff_board_job_cannot_move_over();
  return job.status === "needs_new_date" ? m.staff_board_job_needs_date() : null;
}

type TechnicianFormProps = { job: Job; onDone: () => void; onBack: () => void };

const NO_TECHNICIAN = "nobody";

/** Assign a technician: only those who lead no other job that day can be chosen. */
function TechnicianForm({ job, onDone, onBack }: TechnicianFormProps) {
  const told = useToldByName();
  const { board } = useBoardState();
  const present = job.technician?.id ?? NO_TECHNICIAN;
  const [chosen, setChosen] = useState(present);
  const send = useAssignTechnician(onDone);
  const form = useFocusOnOpen<HTMLFormElement>();
  const people = board.technicians.filter(({ is_active }) => is_active);
  const technician = people.find(({ id }) => id === chosen) ?? null;

  const options = people.map((one) => {
    const other = otherJobOf(one, job, board.days);
    const off = daysOffOn(one, job.day);
    const busy =
      other && m.staff_board_job_busy({ customer: other.customer_name, city: other.city });
    const detail = off ? m.staff_board_off({ days: daysOffInWords(off) }) : (busy ?? one.phone);
    return { value: one.id, title: one.name, detail, disabled: !canLead(one, job, board.days) };
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate({ job, technician });
  };

  return (
    <SendForm
      className="grid min-w-0 gap-4 focus:outline-none"
      ref={form}
      tabIndex={-1}
      aria-label={m.staff_board_job_send()}
      onSubmit={submit}
      sending={send}
      confirm={
        technician
          ? m.staff_board_job_send_now({ name: technician.name })
          : m.staff_board_job_unassign()
      }
      busyLabel={m.staff_board_job_sending()}
      disabled={chosen === present}
      beside={
        <Button variant="ghost" onClick={onBack}>
          {m.staff_board_job_back()}
        </Button>
      }
    >
      {people.length === 0 && <p>{m.staff_board_job_no_technicians()}</p>}
      <RadioCards
        layout="console"
        legend={m.staff_board_job_assign_title()}
        name="technician"
        value={chosen}
        options={[...options, { value: NO_TECHNICIAN, title: m.staff_unassigned() }]}
        onChange={(id) => {
          setChosen(id);
          send.reset();
        }}
      />
      {technician && chosen !== present && (
        <p className="text-sm text-quiet">{told(job.customer_name)}</p>
      )}
    </SendForm>
  );
}

/** Assign a technician. The board is loaded again, whatever the response. */
export function useAssignTechnician(onDone: () => void = () => {}) {
  const told = useToldByName();
  const tell = useUndoToast();
  const refreshBoard = useBoardRefresh();
  return useMutation({
    mutationFn: ({ job, technician }: Assignment) =>
      callStaff("post", "/api/staff/appointments/{appointment_id}/technician", {
        path: { appointment_id: job.appointment_id },
        body: { technician_id: technician?.id ?? null, if_version: job.order_version },
      }),
    onSuccess: ({ customer_name, technician }) => {
      const title = technician
        ? m.staff_board_job_sent({ technician: technician.name, customer: customer_name })
        : m.staff_board_job_removed({ customer: customer_name });
      const notice = technician ? { text: told(customer_name) } : {};
      void tell({ title, ...notice, tone: "success" }, customer_name);
      void refreshBoard();
      onDone();
    },
    onError: () => void refreshBoard(),
  });
}

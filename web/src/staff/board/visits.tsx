import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { useStaffMutation } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { visitHours, windowWithHours } from "#business/windows.ts";
import { longDay, shortDay } from "#lib/dates.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { useToast } from "#ui/toast.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { SendForm } from "../shell/send-form.tsx";
import { daysOffOn } from "./board-cells.ts";
import { useBoardState } from "./board-context.tsx";
import type { Visit } from "./board-types.ts";
import { daysOffInWords } from "./days-off.tsx";
import { mapHref } from "./job-dialog.tsx";
import { useVisits } from "./use-board.ts";

type VisitsPartProps = { from: string; days: number };

/** The booked diagnostic visits of the board's days; they take no crew. */
export function VisitsPart({ from, days }: VisitsPartProps) {
  const { data: visits = [], error, refetch } = useVisits(from, days);
  const [openId, setOpenId] = useState<number | null>(null);
  const opened = visits.find(({ id }) => id === openId);
  const close = () => setOpenId(null);
  if (error && visits.length === 0)
    return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  if (visits.length === 0) return null;
  return (
    <section
      className="grid gap-3 rounded-sm border border-line bg-surface px-4 pt-2 pb-4"
      aria-labelledby="visits"
    >
      <header>
        <h2 className="text-sm" id="visits">
          {m.staff_visits_title()}
        </h2>
        <p className="text-xs text-quiet">{m.staff_visits_note()}</p>
      </header>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-3">
        {[...new Set(visits.map(({ day }) => day))].map((day) => (
          <div className="grid content-start gap-1.5" key={day}>
            <h3 className="text-xs text-quiet">{shortDay(day)}</h3>
            <ul className="grid list-none gap-1.5 p-0">
              {visits
                .filter((visit) => visit.day === day)
                .map((visit) => (
                  <li key={visit.id}>
                    <VisitCard visit={visit} onOpen={() => setOpenId(visit.id)} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
      <Modal open={opened !== undefined} onClose={close} title={opened?.name ?? ""}>
        {opened && <VisitDetails visit={opened} key={opened.version} onDone={close} />}
      </Modal>
    </section>
  );
}

const VisitCard = ({ visit, onOpen }: { visit: Visit; onOpen: () => void }) => (
  <button
    type="button"
    className="grid w-full gap-px rounded-sm border border-dashed border-line-strong bg-surface-raised px-2 py-1.5 text-start text-xs leading-[1.4] hover:border-ink"
    onClick={onOpen}
  >
    <span className="flex flex-wrap items-center justify-between gap-x-1.5 text-quiet tabular-nums">
      {visitHours(visit)}
      {visit.done_at && (
        <Badge size="sm" tone="success">
          {m.staff_board_done()}
        </Badge>
      )}
    </span>
    <span className="text-sm leading-[1.3] font-semibold wrap-anywhere">{visit.name}</span>
    <span className="text-quiet wrap-anywhere">{visit.address}</span>
    <span
      className={`flex items-center gap-1 ${visit.technician ? "font-medium" : "font-semibold text-warning"}`}
    >
      <Icon name="user" size="xs" />
      {visit.technician?.name ?? m.staff_unassigned()}
    </span>
  </button>
);

type VisitProps = { visit: Visit; onDone: () => void };

function VisitDetails({ visit, onDone }: VisitProps) {
  const { canSchedule } = useBoardState();
  return (
    <>
      <Facts visit={visit} />
      {canSchedule && !visit.done_at && <AssignForm visit={visit} onDone={onDone} />}
    </>
  );
}

function Facts({ visit }: { visit: Visit }) {
  const { technician } = visit;
  const rows = [
    [m.staff_board_job_when(), `${longDay(visit.day)}. ${windowWithHours(visit)}`],
    [
      m.staff_board_job_where(),
      <a key="map" href={mapHref(visit.address)} target="_blank" rel="noreferrer">
        {visit.address}
      </a>,
    ],
    [
      m.staff_board_job_phone(),
      <a key="phone" href={telHref(visit.phone)}>
        {formatPhone(visit.phone)}
      </a>,
    ],
    [
      m.staff_board_job_who(),
      technician ? `${technician.name}, ${technician.phone}` : m.staff_unassigned(),
    ],
    ...(visit.outcome ? [[m.staff_visits_outcome(), visit.outcome] as const] : []),
    ...(visit.order_id
      ? [
          [
            m.staff_visits_credited(),
            <Link key="order" href={`/orders/${visit.order_id}`}>
              {m.staff_board_job_open_order()}
            </Link>,
          ] as const,
        ]
      : []),
  ] as const;
  return (
    <dl className="grid gap-1.5 text-sm">
      {rows.map(([name, value]) => (
        <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2" key={name}>
          <dt className="text-quiet">{name}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const NOBODY = "nobody";

/** Assign a technician who is not off that day. One may do several visits, and a job beside them. */
function AssignForm({ visit, onDone }: VisitProps) {
  const { board } = useBoardState();
  const toast = useToast();
  const present = visit.technician?.id ?? NOBODY;
  const [chosen, setChosen] = useState(present);
  const assigning = useStaffMutation("post", "/api/staff/diagnostics/{visit_id}/technician", {
    reloads: [staffKeys.board.all],
    onSuccess: ({ technician }) => {
      toast({
        customer: visit.name,
        title: technician
          ? m.staff_visits_assigned({ name: technician.name })
          : m.staff_visits_unassigned(),
        tone: "success",
      });
      onDone();
    },
  });
  const options = board.technicians
    .filter(({ is_active }) => is_active)
    .map((one) => {
      const off = daysOffOn(one, visit.day);
      return {
        value: one.id,
        title: one.name,
        detail: off ? m.staff_board_off({ days: daysOffInWords(off) }) : one.phone,
        disabled: off !== undefined,
      };
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    assigning.mutate({
      path: { visit_id: visit.id },
      body: { technician_id: chosen === NOBODY ? null : chosen, if_version: visit.version },
    });
  };
  return (
    <SendForm
      className="grid min-w-0 gap-4"
      onSubmit={submit}
      sending={assigning}
      confirm={m.staff_visits_assign()}
      busyLabel={m.staff_board_job_sending()}
      disabled={chosen === present}
    >
      <RadioCards
        layout="console"
        legend={m.staff_visits_who()}
        name="visit-technician"
        value={chosen}
        options={[...options, { value: NOBODY, title: m.staff_unassigned() }]}
        onChange={(id) => {
          setChosen(id);
          assigning.reset();
        }}
      />
    </SendForm>
  );
}

import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "wouter";
import {
  useAddTask,
  useChangeTask,
  useMarkAnswered,
  useWaits,
  useWholeGroup,
  type WaitingGroup,
  type WaitingItem,
  type WaitKey,
} from "#api/staff-waits.ts";
import { dayAndTimeOf, dayOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { chipLook, Fact, LineFrame } from "../orders/parts.tsx";
import { Allowed, useMay, useMe } from "../session/me.tsx";
import { deadline } from "../shell/deadline.ts";
import { Screen, StaffProblem } from "../shell/screen.tsx";
import { SettleButtons } from "../shell/settle-buttons.tsx";
import { EditTask } from "../tasks/edit-task.tsx";
import { TaskForm } from "../tasks/task-form.tsx";
import { CardReport, REPORT } from "./card-report.tsx";
import { InboxList } from "./inbox-list.tsx";
import { SetAside } from "./set-aside.tsx";

/** /staff/waits: everything that waits for staff, with the place where it is done (OPS-15). */
export default function WaitsScreen() {
  const { data, error, refetch } = useWaits();
  return (
    <Screen
      title={m.staff_waits_title()}
      actions={<Link href="/tasks">{m.staff_tasks_all()}</Link>}
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={m.staff_loading()} />}
      {data && <Groups toDo={data.to_do} toKnow={data.to_know} />}
      <Allowed to="see_messages">
        <InboxList />
        <Opened label={m.staff_suppressions_title()}>
          <SuppressionsList />
        </Opened>
      </Allowed>
      <Allowed to="see_books">
        <Opened label={m.staff_card_report_all()}>
          <CardReportsList />
        </Opened>
      </Allowed>
      <details className="rounded-md border border-line bg-surface-raised px-4">
        <summary className="min-h-target py-2.5 font-semibold">{m.staff_tasks_add()}</summary>
        <div className="pb-4">
          <TaskForm />
        </div>
      </details>
    </Screen>
  );
}

const CardReportsList = lazy(() => import("./card-reports-list.tsx"));
const SuppressionsList = lazy(() => import("./suppressions-list.tsx"));

/** A list that is loaded once somebody asks for it. */
function Opened({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label}
        </Button>
      </div>
      {isOpen && <Suspense fallback={<Spinner label={m.staff_loading()} />}>{children}</Suspense>}
    </div>
  );
}

type GroupsProps = { toDo: readonly WaitingGroup[]; toKnow: readonly WaitingGroup[] };

const Groups = ({ toDo, toKnow }: GroupsProps) => (
  <>
    {toDo.length === 0 && (
      <Notice tone="success" title={m.staff_waits_nothing()}>
        {m.staff_waits_nothing_note()}
      </Notice>
    )}
    {toDo.length > 1 && <Jumps groups={toDo} />}
    <div className="grid items-start gap-4 xl:grid-cols-2">
      {toDo.map((group) => (
        <Group key={group.key} group={group} />
      ))}
      {toKnow.map((group) => (
        <Group key={group.key} group={group} />
      ))}
    </div>
  </>
);

const Jumps = ({ groups }: { groups: readonly WaitingGroup[] }) => (
  <nav className="flex flex-wrap gap-1.5" aria-label={m.staff_waits_groups()}>
    {groups.map(({ key, count }) => (
      <a className={chipLook()} href={`#${key}`} key={key}>
        {m.staff_waits_group({ group: key })} · {count}
      </a>
    ))}
  </nav>
);

// Where the whole list has a screen of its own, if there are more than fit here.
const WHOLE: Partial<Record<WaitKey, string>> = {
  photo_reviews: "/photos",
  leads: "/leads",
  quote_requests: "/leads",
  tasks: "/tasks",
  late_payments: "/orders?next_action=chase_payment",
  failed_messages: "/orders?next_action=reach_customer",
  refunds: "/orders?next_action=retry_refund",
  disputes: "/orders?next_action=answer_dispute",
  payouts: "/payouts",
  unassigned_jobs: "/orders?technician=none&sort=visit",
  next_actions: "/orders?needs=us",
};

const TONES: Partial<Record<WaitKey, "quiet">> = { transfers: "quiet", refunds_sent: "quiet" };

function Group({ group: { key, count, items } }: { group: WaitingGroup }) {
  const [isWhole, setWhole] = useState(false);
  const whole = useWholeGroup(key, isWhole);
  const shown = (isWhole && whole.data) || items;
  return (
    <Panel
      size="sm"
      id={key}
      title={m.staff_waits_group({ group: key })}
      badge={<Badge tone={TONES[key] ?? "warning"}>{count}</Badge>}
    >
      <p className="text-xs text-quiet">{m.staff_waits_note({ group: key })}</p>
      <ul className="list-none p-0">
        {shown.map((item) => (
          <Item key={item.id} group={key} item={item} />
        ))}
      </ul>
      {whole.error && <StaffProblem problem={whole.error} onAgain={() => void whole.refetch()} />}
      {count > shown.length && (
        <More
          group={key}
          count={count}
          isLoading={whole.isFetching}
          onMore={() => setWhole(true)}
        />
      )}
    </Panel>
  );
}

type MoreProps = { group: WaitKey; count: number; isLoading: boolean; onMore: () => void };

/** Leads to the whole list; shows it here if it has no screen of its own. */
function More({ group, count, isLoading, onMore }: MoreProps) {
  const href = WHOLE[group];
  const label = m.staff_waits_all({ count });
  return (
    <p>
      {href ? (
        <Link href={href}>{label}</Link>
      ) : (
        <Button variant="outline" size="sm" busy={isLoading} onClick={onMore}>
          {label}
        </Button>
      )}
    </p>
  );
}

// The part of an order's page where it is done.
const PARTS: Partial<Record<WaitKey, string>> = {
  paused_texts: "#conversation",
  replies: "#conversation",
  steps: "#readiness",
  failed_messages: "#messages",
  unassigned_jobs: "#visit",
  refunds: "#money",
  disputes: "#money",
  late_payments: "#money",
  failed_transfers: "#money",
  transfers: "#money",
  refunds_sent: "#money",
};

function hrefOf(group: WaitKey, { id, order_id, due_on }: WaitingItem): string | null {
  if (group === "unassigned_visits") return `/board?day=${due_on}`;
  if (group === "photo_reviews") return `/photos/${id}`;
  if (group === "leads") return `/leads/${id}`;
  if (group === "quote_requests") return `/leads/manual_quote/${id}`;
  if (group === "payouts") return `/payouts/${id}`;
  return order_id && `/orders/${order_id}${PARTS[group] ?? ""}`;
}

const CALLED = new Set<WaitKey>([
  "paused_texts",
  "replies",
  "inbox",
  "leads",
  "quote_requests",
  "lapsed_holds",
  "late_payments",
  "failed_transfers",
]);

function Item({ group, item }: { group: WaitKey; item: WaitingItem }) {
  const href = hrefOf(group, item);
  const { title, detail, phone, amount_cents } = item;
  return (
    <LineFrame>
      <span className="min-w-0 flex-[1_1_14rem]">
        {href ? (
          <Link className="font-semibold wrap-anywhere" href={href}>
            {title}
          </Link>
        ) : (
          <strong className="font-semibold wrap-anywhere">{title}</strong>
        )}
        {amount_cents !== null && (
          <span className="ps-2 tabular-nums">{dollarsAndCents(amount_cents)}</span>
        )}
        {detail && <Fact>{detail}</Fact>}
        <When item={item} group={group} />
      </span>
      {CALLED.has(group) && phone && (
        <a className="inline-flex min-h-target items-center" href={telHref(phone)}>
          {formatPhone(phone)}
        </a>
      )}
      <Action group={group} item={item} />
    </LineFrame>
  );
}

function When({ item: { since, by, due_on }, group }: { item: WaitingItem; group: WaitKey }) {
  const isLate = by !== null && Date.parse(by) < Date.now();
  const until = untilOf({ by, due_on }, group);
  return (
    <Fact>
      {isLate && (
        <Badge tone="danger" size="sm" className="me-1.5">
          {m.staff_tasks_overdue()}
        </Badge>
      )}
      {until}
      {until && since && " · "}
      {since &&
        m.staff_waits_since({ group, when: dayAndTimeOf(since), day: shortDay(dayOf(since)) })}
    </Fact>
  );
}

function untilOf({ by, due_on }: Pick<WaitingItem, "by" | "due_on">, group: WaitKey): string {
  if (due_on)
    return group === "unassigned_jobs" || group === "unassigned_visits"
      ? shortDay(due_on)
      : m.staff_tasks_due_by({ day: shortDay(due_on) });
  return by ? m.staff_waits_by({ when: deadline(by) }) : "";
}

function Action({ group, item }: { group: WaitKey; item: WaitingItem }): ReactNode {
  if (group === "tasks")
    return (
      <>
        <EditTask task={item} />
        <DoneButton item={item} />
      </>
    );
  if (group === "lapsed_holds") return <CallBackButton item={item} />;
  if (group === "paused_texts") return <SettleButtons id={Number(item.id)} name={item.title} />;
  if (group === "replies") return <AnsweredButton item={item} />;
  if (group === "inbox")
    return item.id.startsWith(REPORT) ? <CardReport item={item} /> : <SetAside item={item} />;
  return null;
}

function DoneButton({ item }: { item: WaitingItem }) {
  const toast = useToast();
  const changing = useChangeTask();
  return (
    <ActionButton
      run={changing}
      name={m.staff_tasks_done()}
      of={m.staff_tasks_done_task(item)}
      onClick={() =>
        changing.mutate(
          { path: { task_id: item.id }, body: { is_done: true } },
          {
            onSuccess: () =>
              toast({ title: m.staff_tasks_is_done(item), text: item.detail, tone: "success" }),
          },
        )
      }
    />
  );
}

/** One press makes a task of it, for whoever presses, due today. */
function CallBackButton({ item }: { item: WaitingItem }) {
  const me = useMe();
  const may = useMay("write_notes");
  const toast = useToast();
  const adding = useAddTask(item.order_id ?? undefined);
  if (!may) return null;
  const add = () =>
    adding.mutate(
      {
        body: {
          title: m.staff_waits_call_back_task({ name: item.title }).slice(0, 200),
          order_id: item.order_id,
          assignee_id: me.id,
          due_on: dayOf(new Date().toISOString()),
        },
      },
      {
        onSuccess: () =>
          toast({ customer: item.title, title: m.staff_waits_call_back_added(), tone: "success" }),
      },
    );
  return (
    <ActionButton
      run={adding}
      name={m.staff_waits_call_back()}
      of={m.staff_waits_call_back_of({ name: item.title })}
      onClick={add}
    />
  );
}

function AnsweredButton({ item }: { item: WaitingItem }) {
  const marking = useMarkAnswered();
  return (
    <ActionButton
      run={marking}
      name={m.staff_waits_answered()}
      of={m.staff_waits_answered_of({ name: item.title })}
      onClick={() => marking.mutate({ path: { message_id: Number(item.id) } })}
    />
  );
}

type ActionButtonProps = {
  run: { isPending: boolean; error: unknown };
  name: string;
  /** The same with what it is about, for who hears the button alone. */
  of: string;
  onClick: () => void;
};

const ActionButton = ({ run, name, of, onClick }: ActionButtonProps) => (
  <>
    <Button variant="outline" size="sm" busy={run.isPending} aria-label={of} onClick={onClick}>
      {name}
    </Button>
    {run.error !== null && <StaffProblem problem={run.error} />}
  </>
);

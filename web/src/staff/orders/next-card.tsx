import { Link } from "wouter";
import type { ActionKey, NextAction, NextActionKey, StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button, buttonLook } from "#ui/button.tsx";
import { type Permission, useMe } from "../session/me.tsx";
import { deadline } from "../shell/deadline.ts";
import { nameOf } from "./messages.tsx";
import { ActionButton, disabledReason, NextTag, type OrderDialog } from "./parts.tsx";

type NextDialog = { action: ActionKey; needs: Permission; dialog: OrderDialog };

// Next actions that open a dialog right here.
const DIALOGS: Partial<Record<NextActionKey, NextDialog>> = {
  find_new_date: { action: "move", needs: "schedule", dialog: { is: "move" } },
  name_technician: { action: "assign_technician", needs: "schedule", dialog: { is: "technician" } },
  make_proposal: { action: "make_proposal", needs: "make_documents", dialog: { is: "proposal" } },
  mark_equipment: {
    action: "mark_equipment",
    needs: "reach_milestones",
    dialog: { is: "reach", kind: "equipment" },
  },
  mark_installed: {
    action: "mark_installed",
    needs: "reach_milestones",
    dialog: { is: "reach", kind: "completion" },
  },
  mark_power_on: { action: "mark_power_on", needs: "reach_milestones", dialog: { is: "power_on" } },
  decide_visit: { action: "keep_visit", needs: "cancel_orders", dialog: { is: "keep_visit" } },
};
const CALLS = new Set<NextActionKey>([
  "find_new_date",
  "decide_again",
  "chase_payment",
  "collect_owed",
  "reach_customer",
  "choose_date",
  "retry_refund",
  "decide_visit",
]);
const PHOTOS = new Set<NextActionKey>(["review_photos", "decide_again"]);
const LINKS: Partial<Record<NextActionKey, { href: string; name: string }>> = {
  retry_refund: { href: "#money", name: m.staff_order_next_to_money() },
  answer_dispute: { href: "#money", name: m.staff_order_next_to_money() },
  decide_visit: { href: "#money", name: m.staff_order_next_to_money() },
  chase_payment: { href: "#money", name: m.staff_order_next_to_money() },
  collect_owed: { href: "#money", name: m.staff_order_next_to_money() },
  reach_customer: { href: "#messages", name: m.staff_order_next_to_messages() },
};

/** Id of the card's heading, which takes the focus when the focused element has disappeared. */
export const NEXT_TITLE = "next-card-title";

// Kind of the message that asked the customer for it.
const MESSAGE_KINDS: Partial<Record<NextActionKey, string>> = {
  send_photos: "photo_link",
  retake_photos: "retake_wanted",
  decide_change: "price_change",
  accept_proposal: "proposal_ready",
  pay_milestone: "milestone_due",
  chase_payment: "milestone_due",
};

const LOOKS = {
  ours: "border-glow bg-emphasis-surface",
  others: "border-line bg-surface-raised",
};

/** The order's next action with its button; below it, the other actions that wait for staff. */
export function NextCard({ order }: { order: StaffOrder }) {
  const [action, ...others] = order.next_actions;
  const alsoForStaff = others.filter(({ waits_for }) => waits_for === "staff");
  if (!action) return null;
  return (
    <section
      className={`grid gap-2 rounded-md border px-6 py-4 ${LOOKS[action.waits_for === "staff" ? "ours" : "others"]}`}
      aria-labelledby={NEXT_TITLE}
    >
      <p className="text-xs font-semibold text-quiet">{m.staff_order_next_title()}</p>
      <h2 className="text-xl focus:outline-none" id={NEXT_TITLE} tabIndex={-1}>
        {action.title}
      </h2>
      <p>
        {action.how} {timesOf(action)}
      </p>
      <NextActionButtons order={order} action={action.key} />
      {alsoForStaff.length > 0 && (
        <ul className="grid gap-1 border-t border-line pt-2" aria-label={m.staff_order_next_also()}>
          {alsoForStaff.map((one) => (
            <li key={one.key}>
              <NextTag action={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NextActionButtons({ order, action }: { order: StaffOrder; action: NextActionKey }) {
  const { permissions } = useMe();
  const entry = DIALOGS[action];
  const isForOthers = entry !== undefined && !permissions.includes(entry.needs);
  const link = LINKS[action];
  const review = PHOTOS.has(action) ? order.review_id : null;
  const { phone } = order.customer;
  const resendable = order.messages.find(
    ({ kind, can_resend }) => can_resend && kind === MESSAGE_KINDS[action],
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isForOthers && <p>{m.staff_order_next_for_others()}</p>}
      {entry && (
        <ActionButton
          needs={entry.needs}
          notNow={disabledReason(order, entry.action)}
          variant="cta-green"
          size="default"
          opens={entry.dialog}
        >
          {m.staff_order_next_buttons({ action })}
        </ActionButton>
      )}
      {review && (
        <Link className={buttonLook("cta-green")} href={`/photos/${review}`}>
          {m.staff_order_next_to_photos()}
        </Link>
      )}
      {link && (
        <Button variant="outline" href={link.href}>
          {link.name}
        </Button>
      )}
      {resendable && (
        <ActionButton
          needs="send_messages"
          size="default"
          opens={{
            is: "message",
            kind: resendable.kind,
            name: nameOf(resendable),
            isAgain: true,
          }}
        >
          {m.staff_order_next_resend()}
        </ActionButton>
      )}
      {CALLS.has(action) && (
        <Button variant="outline" href={telHref(phone)}>
          {m.staff_order_next_call({ phone: formatPhone(phone) })}
        </Button>
      )}
    </div>
  );
}

// An action that waits for nobody happens by itself at `by`; otherwise `by` is its deadline.
function timesOf({ since, by, waits_for }: NextAction): string {
  return [
    since && m.staff_order_next_since({ when: dayAndTimeOf(since) }),
    by &&
      (waits_for === "nobody"
        ? m.staff_order_next_on({ when: dayAndTimeOf(by) })
        : m.staff_order_next_by({ when: deadline(by) })),
  ]
    .filter(Boolean)
    .join(" ");
}

import { createContext, type ReactNode, use, useId } from "react";
import type {
  ActionKey,
  InstallationStep,
  NextAction,
  OrderStatus,
  Returnable,
  StaffFile,
  StaffOrder,
  StaffPayment,
  StaffRefund,
} from "#api/staff-orders.ts";
import { m } from "#paraglide/messages.js";
import type { BadgeTone } from "#ui/badge.tsx";
import { Button, type ButtonSize, type ButtonVariant } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { type Permission, useMay } from "../session/me.tsx";
import { StaffProblem } from "../shell/screen.tsx";

/** Details in small type, below what they belong to. */
export const Fact = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs font-normal text-quiet wrap-anywhere">{children}</span>
);

/** List whose lines have a status and buttons. */
export const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="list-none p-0">{children}</ul>
);

type LineProps = { title: ReactNode; facts?: ReactNode; children: ReactNode };

export const Line = ({ title, facts, children }: LineProps) => (
  <LineFrame>
    <span className="min-w-0 flex-[1_1_14rem]">
      <strong className="font-semibold">{title}</strong>
      {facts}
    </span>
    {children}
  </LineFrame>
);

export const LineFrame = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2 last:border-b-0">
    {children}
  </li>
);

/** A name and its value, in a `dl`. */
export const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-quiet">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const CHIP =
  "inline-flex min-h-9 cursor-pointer items-center rounded-full border px-3 text-sm whitespace-nowrap no-underline pointer-coarse:min-h-target";
const CHOSEN = "border-chosen bg-surface-inverse text-inverse";
const OPEN = "border-line-strong bg-surface-raised text-ink hover:border-ink";

/** Classes of a chip, for links. */
export const chipLook = (isChosen = false) => `${CHIP} ${isChosen ? CHOSEN : OPEN}`;

type ChipProps = { isChosen: boolean; onClick: () => void; children: ReactNode };

export const Chip = ({ isChosen, onClick, children }: ChipProps) => (
  <button type="button" className={chipLook(isChosen)} aria-pressed={isChosen} onClick={onClick}>
    {children}
  </button>
);

type LoadedPartProps<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
};

/** Render a loaded part of the page; until then the loading state or the failure. */
export function LoadedPart<T>({ query, children }: LoadedPartProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return <p role="status">{m.staff_actions_loading()}</p>;
  return <StaffProblem problem={error} onAgain={() => void refetch()} />;
}

type ActionButtonProps = {
  needs: Permission;
  /** Why it is not possible now; null when it is. */
  notNow?: string | null;
  variant?: ButtonVariant;
  size?: ButtonSize;
  opens: OrderDialog;
  children: ReactNode;
};

/**
 * Button that opens the dialog of a staff action. Hidden when the role forbids it, which NotInRole
 * says once for its part of the screen; disabled with its reason when the order does.
 */
export function ActionButton({
  needs,
  notNow = null,
  variant = "outline",
  size = "sm",
  opens,
  children,
}: ActionButtonProps) {
  const reasonId = useId();
  const open = use(OpenDialogContext);
  const may = useMay(needs);

  if (!may) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Button
        variant={variant}
        size={size}
        disabled={notNow !== null}
        aria-describedby={notNow === null ? undefined : reasonId}
        onClick={() => open(opens)}
      >
        {children}
      </Button>
      {notNow !== null && (
        <span className="text-xs text-quiet" id={reasonId}>
          {notNow}
        </span>
      )}
    </span>
  );
}

/** Why an action is not available; null when it is. */
export function disabledReason(order: Pick<StaffOrder, "allowed">, key: ActionKey): string | null {
  const action = order.allowed.find((one) => one.key === key);
  if (!action || action.is_allowed) return null;
  return action.why_not;
}

/** Dialogs of the order screen. */
export type OrderDialog =
  | {
      is:
        | "move"
        | "technician"
        | "proposal"
        | "hoa"
        | "add_file"
        | "change_price"
        | "correct_lock"
        | "power_on"
        | "contact"
        | "cancel"
        | "keep_visit";
    }
  | { is: "step"; step: InstallationStep }
  | { is: "take_back"; what: Returnable }
  | { is: "remove_file"; file: StaffFile }
  | { is: "reach"; kind: "equipment" | "completion" }
  | { is: "refund"; payment: StaffPayment }
  | { is: "retry"; refund: StaffRefund }
  | { is: "message"; kind: string; name: string; isAgain: boolean };

/** Opens a dialog of the order screen from any of its parts. */
export const OpenDialogContext = createContext<(dialog: OrderDialog) => void>(() => {});

export const statusTones = {
  reserved: "warning",
  scheduled: "info",
  accepted: "info",
  equipment_arrived: "info",
  completed: "success",
  cancelled: "quiet",
} satisfies Record<OrderStatus, BadgeTone>;

/** Label of the next action: prominent when it waits for staff, plain when for somebody else. */
export function NextTag({ action }: { action: NextAction }) {
  const { text, icon, name } = action.waits_for === "staff" ? OURS : OTHERS;
  return (
    <span className={`inline-flex items-start gap-1.5 leading-[1.35] ${text}`}>
      <Icon className={`mt-[0.1em] ${icon}`} name={name} size="sm" />
      {action.title}
    </span>
  );
}

const OURS = {
  text: "font-semibold text-ink",
  icon: "rounded-full bg-glow text-glow-ink",
  name: "arrow-right",
} as const;
const OTHERS = { text: "text-quiet", icon: "", name: "clock" } as const;

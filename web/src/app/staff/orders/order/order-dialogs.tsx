import type { StaffOrder } from "#api/staff-orders.ts";
import type { OrderDialog } from "../actions/dialogs.ts";
import { CancelDialog } from "../cancel/cancel-dialog.tsx";
import { HoaDialog } from "../documents/hoa-dialog.tsx";
import { ProposalDialog } from "../documents/proposal-dialog.tsx";
import { ResendDialog } from "../messages/resend-dialog.tsx";
import { KeepVisitDialog } from "../money/keep-visit-dialog.tsx";
import { ReachDialog } from "../money/reach-dialog.tsx";
import { RefundDialog } from "../money/refund-dialog.tsx";
import { RetryDialog } from "../money/refunds.tsx";
import { MoveDialog } from "../visit/move-dialog.tsx";
import { TechnicianDialog } from "../visit/technician-dialog.tsx";
import { ContactDialog } from "./contact-dialog.tsx";
import { PowerOnDialog } from "./power-on-dialog.tsx";

type OrderDialogsProps = {
  order: StaffOrder;
  dialog: OrderDialog;
  onClose: () => void;
  /** Called with the text of the toast to show. */
  onDone: (message: string) => void;
};

/**
 * The open dialog of an order; all dialogs share one chunk, loaded when the first one is opened.
 */
export default function OrderDialogs({ dialog, ...callbacks }: OrderDialogsProps) {
  const { appointment: visit } = callbacks.order;
  switch (dialog.is) {
    case "move":
      return visit && <MoveDialog {...callbacks} visit={visit} />;
    case "technician":
      return visit && <TechnicianDialog {...callbacks} visit={visit} />;
    case "proposal":
      return <ProposalDialog {...callbacks} />;
    case "hoa":
      return <HoaDialog {...callbacks} />;
    case "reach":
      return <ReachDialog {...callbacks} kind={dialog.kind} />;
    case "power_on":
      return <PowerOnDialog {...callbacks} />;
    case "refund":
      return <RefundDialog {...callbacks} payment={dialog.payment} />;
    case "retry":
      return <RetryDialog {...callbacks} refund={dialog.refund} />;
    case "resend":
      return <ResendDialog {...callbacks} message={dialog.message} />;
    case "contact":
      return <ContactDialog {...callbacks} />;
    case "cancel":
      return <CancelDialog {...callbacks} />;
    case "keep_visit":
      return <KeepVisitDialog {...callbacks} />;
  }
}

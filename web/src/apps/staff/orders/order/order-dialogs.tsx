import type { StaffOrder } from "#lib/api/staff-orders.ts";
import type { OrderDialog } from "../act/dialogs.ts";
import { CancelDialog } from "../cancel/cancel-dialog.tsx";
import { ResendDialog } from "../messages/resend-dialog.tsx";
import { KeepVisitDialog } from "../money/keep-visit-dialog.tsx";
import { ReachDialog } from "../money/reach-dialog.tsx";
import { RefundDialog } from "../money/refund-dialog.tsx";
import { RetryDialog } from "../money/refunds.tsx";
import { HoaDialog } from "../papers/hoa-dialog.tsx";
import { ProposalDialog } from "../papers/proposal-dialog.tsx";
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
export default function OrderDialogs({ dialog, ...way }: OrderDialogsProps) {
  const { appointment: visit } = way.order;
  switch (dialog.is) {
    case "move":
      return visit && <MoveDialog {...way} visit={visit} />;
    case "technician":
      return visit && <TechnicianDialog {...way} visit={visit} />;
    case "proposal":
      return <ProposalDialog {...way} />;
    case "hoa":
      return <HoaDialog {...way} />;
    case "reach":
      return <ReachDialog {...way} kind={dialog.kind} />;
    case "power_on":
      return <PowerOnDialog {...way} />;
    case "refund":
      return <RefundDialog {...way} payment={dialog.payment} />;
    case "retry":
      return <RetryDialog {...way} refund={dialog.refund} />;
    case "resend":
      return <ResendDialog {...way} message={dialog.message} />;
    case "contact":
      return <ContactDialog {...way} />;
    case "cancel":
      return <CancelDialog {...way} />;
    case "keep_visit":
      return <KeepVisitDialog {...way} />;
  }
}

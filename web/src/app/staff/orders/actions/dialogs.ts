import { createContext, use } from "react";
import type { StaffMessage, StaffPayment, StaffRefund } from "#api/staff-orders.ts";

/** Dialogs of the order screen. */
export type OrderDialog =
  | {
      is:
        | "move"
        | "technician"
        | "proposal"
        | "hoa"
        | "power_on"
        | "contact"
        | "cancel"
        | "keep_visit";
    }
  | { is: "reach"; kind: "equipment" | "completion" }
  | { is: "refund"; payment: StaffPayment }
  | { is: "retry"; refund: StaffRefund }
  | { is: "resend"; message: StaffMessage };

export const OpenDialogContext = createContext<(dialog: OrderDialog) => void>(() => {});

/** Open a dialog of the order screen from any of its parts. */
export const useOpenDialog = () => use(OpenDialogContext);

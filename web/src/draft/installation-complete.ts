/** The reservation just made, kept in session storage for the pages that follow (WIZ-07.2). */
import { inDollars } from "#lib/money.ts";
import { readSession, writeSession } from "#lib/storage.ts";

export const INSTALLATION_KEY = "installationComplete";

export type OrderData = {
  orderId: string;
  appointmentId: string;
  holdExpiresAt: string | null;
  totalCents: number;
  schedulingFeeCents: number;
  status: string;
  nextPath: string;
};

export type InstallationComplete = {
  paymentStatus: string;
  schedulingFee: number;
  timestamp: string;
  orderData: OrderData;
};

/**
 * Store the reservation for later pages. The fee is in dollars here, and pending until
 * `keepPaymentStatus`: only the card provider's webhook makes it paid.
 */
export function keepInstallationComplete(orderData: OrderData, now: Date): void {
  writeSession(INSTALLATION_KEY, {
    paymentStatus: "pending",
    schedulingFee: inDollars(orderData.schedulingFeeCents),
    timestamp: now.toISOString(),
    orderData,
  } satisfies InstallationComplete);
}

/** Store the status of this order's fee, as the server says it. */
export function keepPaymentStatus(orderId: string, paymentStatus: string): void {
  const kept = readInstallationComplete();
  if (kept?.orderData.orderId === orderId)
    writeSession(INSTALLATION_KEY, { ...kept, paymentStatus });
}

export const readInstallationComplete = (): InstallationComplete | null =>
  readSession<InstallationComplete>(INSTALLATION_KEY);

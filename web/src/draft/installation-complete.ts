/** What later pages may know of a reservation just made (spec §3, installationComplete). */
import { readSession, writeSession } from "#lib/storage.ts";

const KEY = "installationComplete";

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

/** The fee is in dollars here; only the card provider makes it paid, so it is pending. */
export function keepInstallationComplete(orderData: OrderData, now: Date): void {
  writeSession(KEY, {
    paymentStatus: "pending",
    schedulingFee: orderData.schedulingFeeCents / 100,
    timestamp: now.toISOString(),
    orderData,
  } satisfies InstallationComplete);
}

export const readInstallationComplete = (): InstallationComplete | null =>
  readSession<InstallationComplete>(KEY);

/** Renders the order screen with a mock server, for its tests. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { StaffMoney, StaffOrder } from "#api/staff-orders.ts";
import { answers, renderStaff } from "../staff.setup.tsx";
import OrderScreen from "./order-screen.tsx";
import { ORDER_ID, staffMoney, staffOrder } from "./orders.fixtures.ts";

type Role = Parameters<typeof renderStaff>[1] extends { me?: infer Me } | undefined ? Me : never;

export function serveOrder(order: Partial<StaffOrder> = {}, money: Partial<StaffMoney> = {}) {
  answers(`/orders/${ORDER_ID}`, staffOrder(order));
  answers(`/orders/${ORDER_ID}/money`, staffMoney(money));
}

export async function showOrder(me: Role = {}) {
  const shown = renderStaff(<OrderScreen />, {
    path: `/staff/orders/${ORDER_ID}`,
    route: "/orders/:id",
    me,
  });
  await screen.findByRole("heading", { level: 1, name: "Ada Lovelace" });
  await within(part("Money")).findByText("Payments");
  return shown;
}

export const part = (name: string) => screen.getByRole("region", { name });

export const click = (name: string | RegExp, within_: HTMLElement = document.body) =>
  userEvent.click(within(within_).getByRole("button", { name }));

export const dialog = (name: string) => screen.findByRole("dialog", { name });

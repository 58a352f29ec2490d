/** Routes of the console, with the permission each requires. */

import { type ComponentType, lazy } from "react";
import { m } from "#paraglide/messages.js";
import type { Permission } from "./session/me.tsx";

type Route = { path: string; needs: Permission; Screen: ComponentType };
type NavEntry = { label: string; path: string; needs: Permission; isPage?: true };

const BoardScreen = lazy(() => import("./board/board-screen.tsx"));
const OrdersScreen = lazy(() => import("./orders/orders-screen.tsx"));
const OrderScreen = lazy(() => import("./orders/order-screen.tsx"));
const QueueScreen = lazy(() => import("./photo-review/queue-screen.tsx"));
const ReviewScreen = lazy(() => import("./photo-review/review-screen.tsx"));
const OverviewScreen = lazy(() => import("./overview/overview-screen.tsx"));
const CustomersScreen = lazy(() => import("./customers/customers-screen.tsx"));
const TrailScreen = lazy(() => import("./audit-log/audit-log-screen.tsx"));
const OpenTablesScreen = lazy(() => import("./session/open-pages.tsx"));
const AccountScreen = lazy(() => import("./account/account-screen.tsx"));

/** Paths relative to /staff. */
export const routes: readonly Route[] = [
  { path: "/board", needs: "see_orders", Screen: BoardScreen },
  { path: "/orders", needs: "see_orders", Screen: OrdersScreen },
  { path: "/orders/:id", needs: "see_orders", Screen: OrderScreen },
  { path: "/photos", needs: "see_photos", Screen: QueueScreen },
  { path: "/photos/:id", needs: "see_photos", Screen: ReviewScreen },
  { path: "/overview/:figure?", needs: "see_orders", Screen: OverviewScreen },
  { path: "/customers/:id?", needs: "see_orders", Screen: CustomersScreen },
  { path: "/trail", needs: "see_trail", Screen: TrailScreen },
  { path: "/open-tables", needs: "open_tables", Screen: OpenTablesScreen },
  { path: "/account", needs: "see_own_account", Screen: AccountScreen },
];

export const FIRST_SCREEN = "/board";

export const navEntries: readonly NavEntry[] = [
  { label: m.staff_board(), path: "/board", needs: "see_orders" },
  { label: m.staff_orders(), path: "/orders", needs: "see_orders" },
  { label: m.staff_photos(), path: "/photos", needs: "see_photos" },
  { label: m.staff_overview(), path: "/overview", needs: "see_orders" },
  { label: m.staff_customers(), path: "/customers", needs: "see_orders" },
  { label: m.staff_audit_log(), path: "/trail", needs: "see_trail" },
  { label: m.staff_tables(), path: "/tables/", needs: "open_tables", isPage: true },
  { label: m.staff_account(), path: "/account", needs: "see_own_account" },
];

import { type ComponentType, lazy, Suspense } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { signOut } from "#api/staff-session.ts";
import { company } from "#content/company.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Allowed, type Permission, useMe } from "../session/me.tsx";
import { Idle, StepUp } from "../session/session-dialogs.tsx";
import { Screen } from "./screen.tsx";

type ConsoleRoute = { path: string; needs: Permission; Screen: ComponentType };
type NavEntry = { label: string; path: string; needs: Permission; isPage?: true };

const BoardScreen = lazy(() => import("../board/board-screen.tsx"));
const OrdersScreen = lazy(() => import("../orders/orders-screen.tsx"));
const OrderScreen = lazy(() => import("../orders/order-screen.tsx"));
const NewOrderScreen = lazy(() => import("../new-order/new-order-screen.tsx"));
const LeadsScreen = lazy(() => import("../leads/leads-screen.tsx"));
const QuotesScreen = lazy(() => import("../quotes/quotes-screen.tsx"));
const QueueScreen = lazy(() => import("../photo-review/queue-screen.tsx"));
const ReviewScreen = lazy(() => import("../photo-review/review-screen.tsx"));
const OverviewScreen = lazy(() => import("../overview/overview-screen.tsx"));
const CustomersScreen = lazy(() => import("../customers/customers-screen.tsx"));
const TrailScreen = lazy(() => import("../audit-log/audit-log-screen.tsx"));
const SettingsScreen = lazy(() => import("../settings/settings-screen.tsx"));
const OpenTablesScreen = lazy(() => import("../session/open-pages.tsx"));
const AccountScreen = lazy(() => import("../account/account-screen.tsx"));

// Paths relative to /staff, with the permission each requires.
const routes: readonly ConsoleRoute[] = [
  { path: "/board", needs: "see_orders", Screen: BoardScreen },
  { path: "/orders", needs: "see_orders", Screen: OrdersScreen },
  { path: "/orders/:id", needs: "see_orders", Screen: OrderScreen },
  { path: "/new-order", needs: "place_orders", Screen: NewOrderScreen },
  { path: "/leads", needs: "place_orders", Screen: LeadsScreen },
  { path: "/quotes/:id?", needs: "place_orders", Screen: QuotesScreen },
  { path: "/photos", needs: "see_photos", Screen: QueueScreen },
  { path: "/photos/:id", needs: "see_photos", Screen: ReviewScreen },
  { path: "/overview/:figure?", needs: "see_orders", Screen: OverviewScreen },
  { path: "/customers/:id?", needs: "see_orders", Screen: CustomersScreen },
  { path: "/trail", needs: "see_trail", Screen: TrailScreen },
  { path: "/settings/:section?", needs: "open_tables", Screen: SettingsScreen },
  { path: "/open-tables", needs: "open_tables", Screen: OpenTablesScreen },
  { path: "/account", needs: "see_own_account", Screen: AccountScreen },
];

const FIRST_SCREEN = "/board";

const navEntries: readonly NavEntry[] = [
  { label: m.staff_board(), path: "/board", needs: "see_orders" },
  { label: m.staff_orders(), path: "/orders", needs: "see_orders" },
  { label: m.staff_leads_title(), path: "/leads", needs: "place_orders" },
  { label: m.staff_photos(), path: "/photos", needs: "see_photos" },
  { label: m.staff_overview(), path: "/overview", needs: "see_orders" },
  { label: m.staff_customers(), path: "/customers", needs: "see_orders" },
  { label: m.staff_audit_log(), path: "/trail", needs: "see_trail" },
  { label: m.staff_settings(), path: "/settings", needs: "open_tables" },
  { label: m.staff_tables(), path: "/tables/", needs: "open_tables", isPage: true },
  { label: m.staff_account(), path: "/account", needs: "see_own_account" },
];

/** The console's navigation and screens, limited to what the role permits. */
export default function Console() {
  return (
    <div className="flex min-w-0 flex-1 flex-col text-sm">
      <a className="skip-link" href="#content">
        {m.skip_to_content()}
      </a>
      <Bar />
      <main className="min-w-0 bg-surface-sunken focus:outline-none" id="content" tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">
              <Redirect to={FIRST_SCREEN} replace />
            </Route>
            {routes.map(({ path, needs, Screen }) => (
              <Route path={path} key={path}>
                <Allowed to={needs} otherwise={<Missing />}>
                  <Screen />
                </Allowed>
              </Route>
            ))}
            <Route>
              <Missing />
            </Route>
          </Switch>
        </Suspense>
      </main>
      <StepUp />
      <Idle />
    </div>
  );
}

function Bar() {
  const me = useMe();
  return (
    <header className="on-night flex flex-wrap items-center gap-x-4 px-[clamp(1rem,0.5rem+1.5vw,2rem)] print:hidden">
      <p className="font-bold tracking-[-0.02em] whitespace-nowrap">
        {m.staff_product({ companyName: company.name })}
      </p>
      <nav
        className="order-1 w-full min-w-0 overflow-x-auto overscroll-x-contain xl:order-0 xl:w-auto"
        aria-label={m.staff_nav()}
      >
        <ul className="flex gap-1">
          {navEntries.map((entry) => (
            <Allowed to={entry.needs} key={entry.path}>
              <li>
                <NavLink {...entry} />
              </li>
            </Allowed>
          ))}
        </ul>
      </nav>
      <div className="ms-auto flex min-w-0 items-center gap-2 py-1">
        <span className="max-w-64 truncate text-quiet max-sm:max-w-32">{me.name}</span>
        <Button variant="outline" size="sm" onClick={() => void signOut("local")}>
          {m.staff_sign_out()}
        </Button>
      </div>
    </header>
  );
}

function NavLink({ label, path, isPage }: NavEntry) {
  const [here] = useLocation();
  const isHere = here === path || here.startsWith(`${path}/`);

  if (isPage) {
    return (
      <a className={linkLook(false)} href={`/staff${path}`}>
        {label}
      </a>
    );
  }
  return (
    <Link className={linkLook(isHere)} href={path} aria-current={isHere ? "page" : undefined}>
      {label}
    </Link>
  );
}

const linkLook = (isHere: boolean) =>
  `flex min-h-target items-center border-b-2 px-2.5 font-medium whitespace-nowrap no-underline focus-visible:-outline-offset-3 ${
    isHere ? "border-glow text-ink" : "border-transparent text-quiet hover:text-ink"
  }`;

const Missing = () => (
  <Screen title={m.staff_missing_title()}>
    <p>{m.staff_missing()}</p>
  </Screen>
);

const Loading = () => (
  <p className="flex max-w-none justify-center p-12">
    <Spinner label={m.staff_loading()} />
  </p>
);

import {
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useState,
} from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { signOut } from "#api/staff-session.ts";
import { useWaitCounts, type WaitCounts } from "#api/staff-waits.ts";
import { company } from "#content/company.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { Allowed, type Permission, useMe } from "../session/me.tsx";
import { Idle, StepUp } from "../session/session-dialogs.tsx";
import { Screen } from "./screen.tsx";
import { useCommandShortcut, useShortcut } from "./use-shortcut.ts";

type ConsoleRoute = { path: string; needs: Permission; Screen: ComponentType };
type NavEntry = {
  label: string;
  path: string;
  needs: Permission;
  isPage?: true;
  /** Opened seldom: on a wide screen under one button. */
  isSeldom?: true;
  /** What of the counts stands beside its name. */
  counts?: keyof WaitCounts;
};

const CommandSearch = lazy(async () => {
  const { CommandSearch } = await import("./command-search.tsx");
  return { default: CommandSearch };
});
const ShortcutsDialog = lazy(async () => {
  const { ShortcutsDialog } = await import("./shortcuts-dialog.tsx");
  return { default: ShortcutsDialog };
});
const WaitsScreen = lazy(() => import("../waits/waits-screen.tsx"));
const TasksScreen = lazy(() => import("../tasks/tasks-screen.tsx"));
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
const PayoutsScreen = lazy(() => import("../payouts/payouts-screen.tsx"));
const AuditLogScreen = lazy(() => import("../audit-log/audit-log-screen.tsx"));
const SettingsScreen = lazy(() => import("../settings/settings-screen.tsx"));
const FirstRunChecklist = lazy(() => import("../settings/first-run-banner.tsx"));
const OpenTablesScreen = lazy(() => import("../session/open-pages.tsx"));
const AccountScreen = lazy(() => import("../account/account-screen.tsx"));

// Paths relative to /staff, with the permission each requires.
const routes: readonly ConsoleRoute[] = [
  { path: "/waits", needs: "write_notes", Screen: WaitsScreen },
  { path: "/tasks", needs: "write_notes", Screen: TasksScreen },
  { path: "/board", needs: "see_orders", Screen: BoardScreen },
  { path: "/orders", needs: "see_orders", Screen: OrdersScreen },
  { path: "/orders/:id", needs: "see_orders", Screen: OrderScreen },
  { path: "/new-order", needs: "place_orders", Screen: NewOrderScreen },
  { path: "/leads/:source?/:ref?", needs: "place_orders", Screen: LeadsScreen },
  { path: "/quotes/:id?", needs: "place_orders", Screen: QuotesScreen },
  { path: "/photos", needs: "see_photos", Screen: QueueScreen },
  { path: "/photos/:id", needs: "see_photos", Screen: ReviewScreen },
  { path: "/overview/:figure?", needs: "see_orders", Screen: OverviewScreen },
  { path: "/customers/:id?", needs: "see_orders", Screen: CustomersScreen },
  { path: "/payouts/:id?", needs: "see_books", Screen: PayoutsScreen },
  { path: "/audit-log", needs: "see_audit_log", Screen: AuditLogScreen },
  { path: "/settings/:section?", needs: "open_tables", Screen: SettingsScreen },
  { path: "/open-tables", needs: "open_tables", Screen: OpenTablesScreen },
  { path: "/account", needs: "see_own_account", Screen: AccountScreen },
];

const navEntries: readonly NavEntry[] = [
  { label: m.staff_waits_nav(), path: "/waits", needs: "write_notes", counts: "waits" },
  { label: m.staff_board(), path: "/board", needs: "see_orders" },
  { label: m.staff_orders(), path: "/orders", needs: "see_orders" },
  { label: m.staff_leads_title(), path: "/leads", needs: "place_orders", counts: "leads" },
  { label: m.staff_photos(), path: "/photos", needs: "see_photos", counts: "photos" },
  { label: m.staff_overview(), path: "/overview", needs: "see_orders" },
  { label: m.staff_customers(), path: "/customers", needs: "see_orders" },
  { label: m.staff_settings(), path: "/settings", needs: "open_tables" },
  { label: m.staff_payouts_title(), path: "/payouts", needs: "see_books", isSeldom: true },
  { label: m.staff_audit_log(), path: "/audit-log", needs: "see_audit_log", isSeldom: true },
  { label: m.staff_tables(), path: "/tables/", needs: "open_tables", isPage: true, isSeldom: true },
  { label: m.staff_account(), path: "/account", needs: "see_own_account", isSeldom: true },
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
        <Suspense>
          <Route path="/waits">
            <FirstRunChecklist />
          </Route>
        </Suspense>
        <ViewOnly />
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">
              <Allowed to="write_notes" otherwise={<Redirect to="/board" replace />}>
                <Redirect to="/waits" replace />
              </Allowed>
            </Route>
            {routes.map(({ path, needs, Screen }) => (
              <Route path={path} key={path}>
                <Allowed to={needs} otherwise={<NotForRole />}>
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
  const { dialog, setDialog } = useDialogKeys();
  return (
    <header className="on-night flex flex-wrap items-center gap-x-4 xl:flex-nowrap px-[clamp(1rem,0.5rem+1.5vw,2rem)] print:hidden">
      <p className="min-w-0 truncate font-bold tracking-[-0.02em]">
        {m.staff_product({ companyName: company.name })}
      </p>
      <Nav />
      <div className="ms-auto flex shrink-0 items-center gap-2 py-1">
        <Button
          variant="outline"
          size="sm"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setDialog("search")}
        >
          <Icon name="search" size="sm" />
          <span className="max-sm:sr-only">{m.staff_search_open()}</span>
        </Button>
        <span className="hidden max-w-64 truncate text-quiet min-[100rem]:block">{me.name}</span>
        <Button variant="outline" size="sm" onClick={() => void signOut("local")}>
          {m.staff_sign_out()}
        </Button>
      </div>
      <Suspense>
        {dialog === "search" && (
          <CommandSearch
            screens={navEntries.filter(({ needs }) => me.permissions.includes(needs))}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === "shortcuts" && <ShortcutsDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </header>
  );
}

const ALWAYS_SHOWN = 3;

/**
 * On a phone the first screens, or the first and the open one, and the others behind a button; on a
 * wide screen the same button opens a menu of those opened seldom, so that the bar stays one line.
 */
function Nav() {
  const { permissions } = useMe();
  const [here] = useLocation();
  const { isOpen, toggle, menu } = useMenu(here);
  const entries = navEntries.filter(({ needs }) => permissions.includes(needs));
  const seldom = entries.filter(({ isSeldom }) => isSeldom);
  const hasMenu = seldom.length > 1;
  const often = hasMenu ? entries.filter(({ isSeldom }) => !isSeldom) : entries;
  // The open screen takes the last place.
  const isElsewhere = entries.slice(ALWAYS_SHOWN).some(({ path }) => isAt(here, path));
  const shown = isElsewhere ? ALWAYS_SHOWN - 1 : ALWAYS_SHOWN;
  const isInMenu = hasMenu && seldom.some(({ path }) => isAt(here, path));
  const look = ({ path }: NavEntry, index: number) =>
    index < shown || isOpen || isAt(here, path) ? "" : "max-xl:hidden";

  return (
    <nav className="order-1 w-full min-w-0 xl:order-0 xl:w-auto" aria-label={m.staff_nav()}>
      <ul className="flex flex-wrap gap-1 xl:flex-nowrap">
        {often.map((entry, index) => (
          <li className={look(entry, index)} key={entry.path}>
            <NavLink {...entry} />
          </li>
        ))}
        {entries.length > ALWAYS_SHOWN && (
          <li className={`relative max-xl:contents ${hasMenu ? "" : "xl:hidden"}`} {...menu}>
            <button
              className={`${linkLook(isInMenu)} cursor-pointer bg-transparent max-xl:order-1`}
              type="button"
              aria-expanded={isOpen}
              onClick={toggle}
            >
              {m.staff_nav_more()}
              <Icon name="chevron-down" size="sm" />
            </button>
            {hasMenu && (
              <ul className={`max-xl:contents ${isOpen ? MENU : "xl:hidden"}`}>
                {seldom.map((entry) => (
                  <li className={look(entry, ALWAYS_SHOWN)} key={entry.path}>
                    <NavLink {...entry} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )}
      </ul>
    </nav>
  );
}

const MENU =
  "xl:absolute xl:top-full xl:left-0 xl:z-40 xl:grid xl:min-w-40 xl:rounded-md xl:border xl:border-line xl:bg-surface-raised xl:py-1.5 xl:shadow-md";

/** A menu that closes on Escape, when the focus leaves it, and on another screen. */
function useMenu(here: string) {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === here;
  const close = () => setOpenedAt(null);
  const menu = {
    onKeyDown: ({ key, currentTarget }: KeyboardEvent) => {
      if (key !== "Escape" || !isOpen) return;
      close();
      currentTarget.querySelector("button")?.focus();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
    },
  };
  return { isOpen, toggle: () => setOpenedAt(isOpen ? null : here), menu };
}

const isAt = (here: string, path: string) => here === path || here.startsWith(`${path}/`);

function useDialogKeys() {
  const [dialog, setDialog] = useState<"search" | "shortcuts" | null>(null);
  useCommandShortcut("k", () => setDialog("search"));
  useShortcut("?", () => setDialog("shortcuts"));
  return { dialog, setDialog };
}

function NavLink({ label, path, isPage, counts }: NavEntry) {
  const [here] = useLocation();
  const { data } = useWaitCounts();
  const count = (counts && data?.[counts]) ?? 0;
  const isHere = isAt(here, path);

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
      {count > 0 && <NavCount count={count} />}
    </Link>
  );
}

const MOST_COUNTED = 99;

const NavCount = ({ count }: { count: number }) => (
  <span className="ms-1.5 rounded-full bg-glow px-1.5 text-xs leading-[1.5] font-semibold text-glow-ink tabular-nums">
    {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
    <VisuallyHidden>{m.staff_nav_waiting()}</VisuallyHidden>
  </span>
);

const linkLook = (isHere: boolean) =>
  `flex min-h-target items-center border-b-2 px-1.5 font-medium sm:px-2.5 xl:px-2 whitespace-nowrap no-underline focus-visible:-outline-offset-3 ${
    isHere ? "border-glow text-ink" : "border-transparent text-quiet hover:text-ink"
  }`;

const Missing = () => (
  <Screen title={m.staff_missing_title()}>
    <p>{m.staff_missing()}</p>
  </Screen>
);

const NotForRole = () => (
  <Screen title={m.staff_not_in_role_title()}>
    <p>{m.staff_not_in_role_screen()}</p>
  </Screen>
);

/** Says to a viewer why no screen has a button. */
function ViewOnly() {
  const { role } = useMe();
  if (role !== "viewer") return null;
  return (
    <p className="max-w-none px-[clamp(1rem,0.5rem+1.5vw,2rem)] pt-4 text-xs text-quiet">
      {m.staff_not_in_role_viewer()}
    </p>
  );
}

const Loading = () => (
  <p className="flex max-w-none justify-center p-12">
    <Spinner label={m.staff_loading()} />
  </p>
);

import { Suspense } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { signOut } from "#api/staff-session.ts";
import { company } from "#content/company.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { FIRST_SCREEN, navEntries, routes } from "../screens.ts";
import { Idle } from "../session/idle.tsx";
import { Allowed, useMe } from "../session/me.tsx";
import { StepUp } from "../session/step-up.tsx";
import { Screen } from "./screen.tsx";

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

type NavLinkProps = { label: string; path: string; isPage?: true };

function NavLink({ label, path, isPage }: NavLinkProps) {
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

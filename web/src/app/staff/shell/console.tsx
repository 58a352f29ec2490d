import { Suspense } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { signOut } from "#api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { staffWords as words } from "../copy.ts";
import { FIRST_SCREEN, navEntries, routes } from "../screens.ts";
import { Allowed } from "../session/allowed.tsx";
import { Idle } from "../session/idle.tsx";
import { StepUp } from "../session/step-up.tsx";
import { useMe } from "../session/use-me.ts";
import { Screen } from "./screen.tsx";
import "./console.css";

/** The console's navigation and screens, limited to what the role permits. */
export default function Console() {
  return (
    <div className="console">
      <a className="skip-link" href="#content">
        {words.skip}
      </a>
      <Bar />
      <main className="console__main" id="content" tabIndex={-1}>
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
    <header className="console__bar on-night">
      <p className="console__product">{words.product}</p>
      <nav className="console__nav" aria-label={words.nav}>
        <ul className="console__links">
          {navEntries.map((entry) => (
            <Allowed to={entry.needs} key={entry.path}>
              <li>
                <NavLink {...entry} />
              </li>
            </Allowed>
          ))}
        </ul>
      </nav>
      <div className="console__who">
        <span className="console__name">{me.name}</span>
        <Button variant="outline" size="sm" onClick={() => void signOut("local")}>
          {words.signOut}
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
      <a className="console__link" href={`/staff${path}`}>
        {label}
      </a>
    );
  }
  return (
    <Link
      className="console__link flex items-center min-h-target px-2.5 border-b-2 border-transparent text-quiet font-medium whitespace-nowrap no-underline focus-visible:-outline-offset-3 hover:text-ink [&[aria-current]]:border-glow [&[aria-current]]:text-ink"
      href={path}
      aria-current={isHere ? "page" : undefined}
    >
      {label}
    </Link>
  );
}

const Missing = () => (
  <Screen title={words.missingTitle}>
    <p>{words.missing}</p>
  </Screen>
);

const Loading = () => (
  <p className="console__loading">
    <Spinner label={words.loading} />
  </p>
);

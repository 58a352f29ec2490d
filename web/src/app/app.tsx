import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Route, Router, Switch } from "wouter";
import { queryClient } from "#api/query-client.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import { m } from "#paraglide/messages.js";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { areas, preloadArea } from "./areas.ts";
import { BusyNotice } from "./busy-notice.tsx";
import { LazyScreen } from "./lazy-route.tsx";

// Before hydration, so that the page answers presses as soon as it is hydrated. After a failure
// Suspense tries again.
if (typeof window !== "undefined")
  await preloadArea(location.pathname).catch(logQuietly("area not loaded"));

// Routes of one area share a key, so that going on inside of it keeps it mounted.
const routes = areas.flatMap((area) => area.paths.map((path) => ({ ...area, path })));

/**
 * The application behind every page of pages.ts; `path` is the page's own, for prerendering.
 *
 * Nothing stands beside Suspense: React's server would else stream its content in by an inline
 * script, which the content policy blocks.
 */
export function App({ path }: { path: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Router ssrPath={path}>
        <Suspense fallback={<p role="status">{m.app_loading()}</p>}>
          <Switch>
            {routes.map(({ name, path, screen }) => (
              <Route key={name} path={path}>
                <ErrorBoundary name={name}>
                  <LazyScreen screen={screen} props={{}} />
                </ErrorBoundary>
              </Route>
            ))}
          </Switch>
          <BusyNotice />
        </Suspense>
      </Router>
    </QueryClientProvider>
  );
}

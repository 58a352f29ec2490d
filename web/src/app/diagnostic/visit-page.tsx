import { useLocation } from "wouter";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { useIsHydrated } from "#ui/hydration.ts";
import { Loading } from "../loading.tsx";
import { Frame } from "./frame.tsx";
import { Visit } from "./visit.tsx";

/** /diagnostic/<id> shows a visit (DIAG-01.1). */
export default function VisitPage() {
  const [path] = useLocation();
  const isHydrated = useIsHydrated();
  const [, id = ""] = path.split(`${paths.diagnostic}/`);

  return (
    <Frame>
      {isHydrated ? (
        <Visit id={id} />
      ) : (
        <Loading label={m.diagnostic_loading()} className="min-h-[50dvh]" />
      )}
    </Frame>
  );
}

import { useLocation } from "wouter";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { useIsHydrated } from "#ui/hydration.ts";
import { Loading } from "../loading.tsx";
import { PhoneHeader } from "../phone-header.tsx";
import { BookingForm } from "./booking-form.tsx";
import { Visit } from "./visit.tsx";

/** /diagnostic books the visit; /diagnostic/<id> shows it (DIAG-01.1). */
export default function DiagnosticPage() {
  const [path] = useLocation();
  const isHydrated = useIsHydrated();
  const [, id] = path.split(`${paths.diagnostic}/`);

  return (
    <>
      <PhoneHeader />
      <main className="mx-auto grid max-w-168 gap-6 px-gutter pt-8 pb-16" id="content">
        {id === undefined && <BookingForm />}
        {id !== undefined && isHydrated && <Visit id={id} />}
        {id !== undefined && !isHydrated && (
          <Loading label={m.diagnostic_loading()} className="min-h-[50dvh]" />
        )}
      </main>
    </>
  );
}

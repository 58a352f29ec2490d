import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";

export function NotFound() {
  return (
    <section className="on-night grid min-h-[calc(100svh-var(--bar-height)-6rem)] items-center">
      <div className="page grid gap-6 py-16">
        <p className="font-semibold text-glow tabular-nums">404</p>
        <h1>{m.not_found_title()}</h1>
        <p className="max-w-[44ch] text-quiet">
          {m.not_found_text()} <PhoneLink className="whitespace-nowrap" />
        </p>
        <div className="flex flex-wrap gap-4">
          <Button variant="hero" size="lg" href={paths.home}>
            {m.not_found_home()}
          </Button>
          <Button variant="outline" size="lg" href={paths.wizard.address}>
            {m.coverage_check_submit()}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** What the price calculator's visitor chose before they came: said in step 1, with its price. */
import type { ReactNode } from "react";
import { bandRange } from "#business/bands.ts";
import { COVERED, type Job, OTHER, OWN, priceInCity, priceOf } from "#business/prices.ts";
import { useDraft } from "#draft/use-draft.ts";
import { jobOf } from "#draft/wizard-entry.ts";
import { wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { useBrowserValue } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { StepBar } from "../step.tsx";
import { usePrice } from "../use-price.ts";

const search = () => location.search;

/** Null when the visitor comes from elsewhere. */
export function useCarriedJob(): Job | null {
  return jobOf(useBrowserValue(search, ""));
}

export function CarriedJob({ job }: { job: Job }) {
  const { draft } = useDraft();
  const { book } = usePrice(draft);
  const kw = book?.generators.find(({ key }) => key === job.generator)?.kw;
  if (kw === undefined && job.generator !== OWN) return null;
  const band = bandRange(job.band);
  return (
    <Notice tone="success">
      {kw === undefined
        ? m.wizard_carried_own({ band })
        : m.wizard_carried({ kw: String(kw), band })}{" "}
      {m.wizard_carried_changeable()}
    </Notice>
  );
}

/** The bar before an address is known: the total that the calculator showed for the same job. */
export function CarriedBar({ job, missing, children }: CarriedBarProps) {
  const { draft } = useDraft();
  const { book } = usePrice(draft);
  const price = book ? priceOf(book, job) : null;
  const township = book?.townships.find(({ key }) => key === job.township);
  return (
    <StepBar
      label={m.wizard_price_total()}
      cents={price?.total_cents ?? null}
      note={noteOn(job, township)}
      missing={missing}
    >
      {children}
    </StepBar>
  );
}

/** How the address's own permit fee changes the calculator's total; null when it does not. */
export function useChangedTotal(): string | null {
  const job = useCarriedJob();
  const { draft } = useDraft();
  const { book } = usePrice(draft);
  if (!job || !book) return null;
  const { township } = draft.location.coverage;
  const before = priceOf(book, job)?.total_cents;
  const now = priceInCity(book, { ...job, township })?.total_cents;
  if (before === undefined || now === undefined || before === now) return null;
  return m.wizard_changed_total({ before: wholeDollars(before), now: wholeDollars(now) });
}

type CarriedBarProps = { job: Job; missing: string; children: ReactNode };

function noteOn({ generator }: Job, township: { key: string; name: string } | undefined): string {
  if (!township || township.key === OTHER) return m.wizard_plus_permit();
  const town = township.key === COVERED ? null : township.name;
  if (generator === OWN) return town ? m.wizard_own_included_in({ town }) : m.wizard_own_included();
  return town ? m.wizard_all_included_in({ town }) : m.wizard_all_included();
}

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import type { Key } from "#api/query-keys.ts";
import { inWords } from "#business/bands.ts";
import { salesTax } from "#business/terms.ts";
import { company } from "#content/company.ts";
import { productOfModel } from "#draft/product-of.ts";
import { readDraft, recordDraft, startDraft } from "#draft/use-draft.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { generatorName } from "#lib/names.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { useBrowserValue } from "#ui/hydration.ts";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Loading } from "../loading.tsx";
import { PhoneHeader } from "../phone-header.tsx";

type SavedQuote = Schemas["SavedQuoteOut"];

const CustomQuotePage = lazy(() => import("./custom-quote.tsx"));

/** /quote/<token>: a saved price (SAVE-01.2), or a quote that staff made, whose token is signed. */
export default function QuotePage() {
  const [path] = useLocation();
  const [, token = ""] = path.split(`${paths.quote}/`);

  return (
    <>
      <PhoneHeader />
      <main className="mx-auto grid w-full max-w-168 gap-6 px-gutter pt-8 pb-16" id="content">
        {token.includes(".") ? (
          <Suspense fallback={<Loading label={m.quote_loading()} className="min-h-[50dvh]" />}>
            <CustomQuotePage token={token} />
          </Suspense>
        ) : (
          <SavedQuotePage token={token} />
        )}
      </main>
    </>
  );
}

function SavedQuotePage({ token }: { token: string }) {
  const isHydrated = useBrowserValue<boolean>(() => true, false);
  const { data, error } = useQuery({
    queryKey: ["saved-quote-page", token] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/saved-quotes/{token}", { params: { path: { token } } })),
    enabled: isHydrated && token !== "",
  });

  const isMissing =
    (isHydrated && token === "") || (error instanceof Problem && error.status === 404);

  return (
    <>
      {data && <Quote quote={data} />}
      {isMissing && <NotHere isMissing />}
      {error && !isMissing && <NotHere isMissing={false} />}
      {!data && !error && !isMissing && (
        <Loading label={m.quote_loading()} className="min-h-[50dvh]" />
      )}
    </>
  );
}

const NotHere = ({ isMissing }: { isMissing: boolean }) => (
  <>
    <h1>{isMissing ? m.quote_missing_title() : m.quote_failed_title()}</h1>
    <p>
      {isMissing ? m.quote_missing() : m.loading_failed_or_call()}{" "}
      <a href={telHref(company.phone)}>{company.phone}</a>
    </p>
    <div>
      <Button href={paths.wizard.address}>{m.start_new_estimate()}</Button>
    </div>
  </>
);

function Quote({ quote }: { quote: SavedQuote }) {
  const { city, generator, lines, lines_today, valid_until, is_valid } = quote;
  const hasChanged = lines_today?.total_cents !== lines.total_cents;
  const shown = lines_today ?? lines;
  const day = longDay(dayOf(valid_until));

  useEffect(() => {
    if (new URLSearchParams(location.search).has("print")) window.print();
  }, []);

  return (
    <>
      <div className="grid gap-1">
        <h1>{m.quote_title({ city })}</h1>
        <p className="text-lg text-quiet">
          {is_valid ? m.quote_valid_until({ day }) : m.quote_not_valid({ day })}
        </p>
      </div>
      {lines_today === null && <Notice tone="warning">{m.quote_not_sold()}</Notice>}
      {lines_today && hasChanged && (
        <Notice tone="warning">{m.quote_changed({ day: longDay(dayOf(quote.created_at)) })}</Notice>
      )}
      <Panel id="quote" title={generatorName(generator)}>
        <p className="text-quiet">{m.quote_distance({ band: inWords(quote) })}</p>
        <MoneyLines>
          <MoneyLine name={m.wizard_price_installation()} cents={shown.installation_cents} />
          {generator && (
            <>
              <MoneyLine name={generatorName(generator)} cents={shown.generator_cents} />
              <MoneyLine
                name={m.order_summary_sales_tax({ salesTax })}
                cents={shown.sales_tax_cents}
              />
            </>
          )}
          <MoneyLine name={m.price_lock_permit()} cents={shown.permit_cents} />
          <MoneyLine name={m.price_lock_total()} cents={shown.total_cents} isTotal />
        </MoneyLines>
      </Panel>
      <p className="text-sm text-quiet">{m.quote_note()}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-2 print:hidden">
        {lines_today && (
          <Button
            variant="cta-green"
            size="lg"
            href={`${paths.wizard.address}?band=${quote.band_max_ft}`}
            onClick={() => chooseAgain(quote)}
          >
            {m.quote_reserve()}
          </Button>
        )}
        <Button variant="outline" size="lg" onClick={() => window.print()}>
          {m.save_quote_print()}
        </Button>
      </div>
    </>
  );
}

// The wizard then asks for the address, which a quote does not hold, and has everything else.
function chooseAgain({ generator }: SavedQuote): void {
  if (readDraft().wizard.status === "completed") startDraft();
  if (!generator) {
    recordDraft({ type: "ownGeneratorChosen", product: null });
    return;
  }
  const product = productOfModel(generator.model_number ?? "", generator.kw);
  recordDraft({ type: "generatorChosen", product });
}

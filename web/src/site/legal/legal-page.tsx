import { company } from "#content/company.ts";
import { legalDocuments } from "#content/legal/documents.ts";
import type { Clause, LegalDocument } from "#content/legal/legal-document.ts";
import { m } from "#paraglide/messages.js";
import { PhoneLink } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import { Passages } from "#ui/passages.tsx";
import "./legal.css";

// The contents stand beside the text, or above it, folded.
const CONTENTS = {
  aside: { list: "p-0", link: "py-1.5" },
  fold: { list: "px-4 pb-2", link: "py-2.75" },
};

/**
 * Legal document for reading, linking and printing; all clauses are open initially (LEGAL-01.2).
 */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { clauses, disclosure } = document;

  return (
    <article className="legal page grid gap-x-16 gap-y-10 pt-10 pb-24 lg:grid-cols-[16rem_minmax(0,35rem)] lg:grid-rows-[auto_1fr] lg:pt-16 print:block print:p-0 print:text-[10.5pt]">
      <LegalHead document={document} />
      <nav
        className="sticky top-22 col-1 row-[1/span_2] hidden max-h-[calc(100svh-var(--bar-height)-3rem)] self-start overflow-auto pt-2.5 lg:block print:hidden"
        aria-label={m.legal_contents()}
      >
        <h2 className="mb-2 text-sm tracking-normal">{m.legal_contents()}</h2>
        <Contents document={document} place="aside" />
      </nav>
      <div className="max-w-140 min-w-0 lg:col-2 print:max-w-none">
        <details className="group mb-6 rounded-md border border-line lg:hidden print:hidden">
          <summary className="flex min-h-12 items-center px-4 font-semibold after:ml-auto after:font-normal after:text-quiet after:content-['+'] group-open:after:content-['–']">
            {m.legal_contents()}
          </summary>
          <Contents document={document} place="fold" />
        </details>
        <section
          className="mb-8 rounded-md bg-surface-sunken p-6 print:mb-4"
          aria-labelledby="in-short"
        >
          <h2 className="mb-2 text-md tracking-normal" id="in-short">
            {m.in_short()}
          </h2>
          <ul className="grid gap-2">
            {document.inShort.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="mt-4 text-sm text-quiet">{m.legal_in_short_note()}</p>
        </section>
        {clauses.map((clause, index) => (
          <ClauseText key={clause.id} clause={clause} number={index + 1} />
        ))}
        {disclosure && <ClauseText clause={disclosure} />}
        <LegalFoot slug={document.slug} />
      </div>
    </article>
  );
}

function LegalHead({ document: { name, lead, version, dated } }: { document: LegalDocument }) {
  return (
    <header className="grid gap-4 lg:col-2 print:mb-4">
      <h1>{name}</h1>
      <p className="max-w-120 text-lg leading-[1.45] text-quiet">{lead}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-quiet tabular-nums">
        {version && <span>{m.legal_version({ version })}</span>}
        <span>
          {dated.word} <time dateTime={dated.day}>{written(dated.day)}</time>
        </span>
      </p>
    </header>
  );
}

type ContentsProps = { document: LegalDocument; place: keyof typeof CONTENTS };

function Contents({ document: { clauses, disclosure }, place }: ContentsProps) {
  const { list, link } = CONTENTS[place];
  const look = `grid grid-cols-[1.75rem_1fr] items-baseline text-sm leading-[1.35] text-quiet no-underline hover:text-ink hover:underline ${link}`;

  return (
    <ol className={list}>
      {clauses.map(({ id, title }, index) => (
        <li key={id}>
          <a className={look} href={`#${id}`}>
            <span className="tabular-nums">{index + 1}</span>
            {title}
          </a>
        </li>
      ))}
      {disclosure && (
        <li>
          <a className={look} href={`#${disclosure.id}`}>
            <span />
            {disclosure.title}
          </a>
        </li>
      )}
    </ol>
  );
}

function LegalFoot({ slug }: { slug: string }) {
  const others = legalDocuments.filter((other) => other.slug !== slug);
  return (
    <footer className="grid gap-4 border-t border-line pt-8 print:hidden">
      <p>
        {m.legal_questions()} <a href={`mailto:${company.email}`}>{company.email}</a> ·{" "}
        <PhoneLink />
      </p>
      <h2 className="mt-4 text-md tracking-normal">{m.legal_others()}</h2>
      <ul className="flex flex-wrap gap-x-6">
        {others.map(({ path, name }) => (
          <li key={path}>
            <a className="inline-flex min-h-target items-center" href={path}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}

// In UTC, because a calendar day is the same in every time zone.
const written = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(LOCALE, { dateStyle: "long", timeZone: "UTC" });

type ClauseTextProps = { clause: Clause; number?: number };

/** One clause: open initially, and folds without a script. */
function ClauseText({ clause: { id, title, text, see = [] }, number }: ClauseTextProps) {
  return (
    <details className="group border-t border-line" id={id} open>
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 [&::-webkit-details-marker]:hidden print:min-h-0 print:break-after-avoid print:pt-3 print:pb-1.5">
        <h2 className="text-lg leading-[1.35] text-pretty">
          {number && <span className="text-quiet tabular-nums">{number}. </span>}
          {title}
        </h2>
        <Icon
          className="text-quiet transition-transform print:hidden group-open:rotate-180"
          name="chevron-down"
          size="sm"
        />
      </summary>
      <div className="grid gap-4 pb-8 print:pb-3">
        <Passages text={text} />
        {see.length > 0 && (
          <p className="text-sm text-quiet">
            {m.legal_see()}{" "}
            {see.map(({ label, href }, index) => (
              <span key={href}>
                {index > 0 && ", "}
                <a className="text-ink" href={href}>
                  {label}
                </a>
              </span>
            ))}
          </p>
        )}
      </div>
    </details>
  );
}

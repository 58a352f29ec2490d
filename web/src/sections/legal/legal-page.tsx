import { company } from "#content/company.ts";
import { legalDocuments } from "#content/legal/documents.ts";
import type { LegalDocument } from "#content/legal/legal-document.ts";
import { telHref } from "#lib/phone.ts";
import { ClauseText } from "./clause-text.tsx";
import { copy } from "./copy.ts";
import "./legal-page.css";

/**
 * Legal document for reading, linking and printing; all clauses are open initially (LEGAL-01.2).
 */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { clauses, disclosure } = document;

  return (
    <article className="legal page">
      <LegalHead document={document} />
      <nav className="legal__aside" aria-label={copy.contents}>
        <h2 className="legal__aside-title">{copy.contents}</h2>
        <Contents document={document} />
      </nav>
      <div className="legal__body">
        <details className="legal__contents">
          <summary className="legal__contents-summary">{copy.contents}</summary>
          <Contents document={document} />
        </details>
        <section className="legal__short" aria-labelledby="in-short">
          <h2 className="legal__short-title" id="in-short">
            {copy.inShort}
          </h2>
          <ul className="legal__short-list">
            {document.inShort.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="legal__note">{copy.inShortNote}</p>
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
    <header className="legal__head">
      <h1>{name}</h1>
      <p className="legal__lead">{lead}</p>
      <p className="legal__date">
        {version && <span>{copy.version(version)}</span>}
        <span>
          {dated.word} <time dateTime={dated.day}>{written(dated.day)}</time>
        </span>
      </p>
    </header>
  );
}

function Contents({ document: { clauses, disclosure } }: { document: LegalDocument }) {
  return (
    <ol className="legal__links">
      {clauses.map(({ id, title }, index) => (
        <li key={id}>
          <a className="legal__link" href={`#${id}`}>
            <span className="legal__link-number">{index + 1}</span>
            {title}
          </a>
        </li>
      ))}
      {disclosure && (
        <li>
          <a className="legal__link" href={`#${disclosure.id}`}>
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
    <footer className="legal__foot">
      <p>
        {copy.questions} <a href={`mailto:${company.email}`}>{company.email}</a> ·{" "}
        <a href={telHref(company.phone)}>{company.phone}</a>
      </p>
      <h2 className="legal__foot-title">{copy.others}</h2>
      <ul className="legal__others">
        {others.map(({ path, name }) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}

// In UTC, because a calendar day is the same in every time zone.
const written = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

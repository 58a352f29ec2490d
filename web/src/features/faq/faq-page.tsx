import { company } from "#content/company.ts";
import { faqGroups } from "#content/faq/faq.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";
import { QuestionList } from "./question-list.tsx";
import "./faq-page.css";

/** All questions in four groups; at most one is open (FAQ-01.2). */
export function FaqPage() {
  return (
    <div className="faq page">
      <header className="faq__head">
        <h1>{copy.title}</h1>
        <p className="faq__lead">{copy.lead}</p>
      </header>
      <nav className="faq__groups" aria-label={copy.groups}>
        {faqGroups.map(({ id, title }) => (
          <a className="faq__group-link" key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <div className="faq__body">
        {faqGroups.map(({ id, title, questions }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="faq__group-title" id={`${id}-title`}>
              {title}
            </h2>
            <QuestionList questions={questions} name="faq" />
          </section>
        ))}
        <QuoteCall />
      </div>
    </div>
  );
}

function QuoteCall() {
  return (
    <section className="faq__quote on-night" aria-labelledby="faq-quote">
      <h2 id="faq-quote">{copy.quoteTitle}</h2>
      <p className="faq__quote-text">{copy.quoteText}</p>
      <div className="faq__ways">
        <Button className="whitespace-nowrap" variant="hero" size="lg" href={paths.wizard.address}>
          {copy.quote}
        </Button>
        <p>
          {copy.call} <a href={telHref(company.phone)}>{company.phone}</a>
        </p>
      </div>
    </section>
  );
}

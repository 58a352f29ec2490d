import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { faqGroups } from "#texts/faq.ts";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";
import { QuestionList } from "./question-list.tsx";

// Pills above the questions, or plain links beside them.
const GROUP_LINK = [
  "inline-flex min-h-target items-center text-sm font-medium no-underline",
  "max-lg:rounded-full max-lg:border max-lg:border-line max-lg:px-4 max-lg:hover:border-line-strong",
  "lg:text-quiet lg:hover:text-ink lg:hover:underline",
].join(" ");

/** All questions in four groups; at most one is open (FAQ-01.2). */
export function FaqPage() {
  return (
    <div className="page grid gap-x-16 gap-y-10 pt-10 pb-24 lg:grid-cols-[16rem_minmax(0,38rem)] lg:pt-16">
      <header className="grid gap-4 lg:col-2">
        <h1>{m.faq_title()}</h1>
        <p className="max-w-120 text-lg leading-[1.45] text-quiet">{m.faq_lead()}</p>
      </header>
      <nav
        className="flex flex-wrap gap-2 lg:sticky lg:top-22 lg:col-1 lg:row-[1/span_2] lg:flex-col lg:gap-0 lg:self-start"
        aria-label={m.faq_groups()}
      >
        {faqGroups.map(({ id, title }) => (
          <a className={GROUP_LINK} key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <div className="grid max-w-152 min-w-0 gap-12 lg:col-2">
        {faqGroups.map(({ id, title, questions }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="mb-4 text-xl" id={`${id}-title`}>
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
    <section
      className="on-night grid gap-4 rounded-md px-6 py-8 lg:p-10"
      aria-labelledby="faq-quote"
    >
      <h2 id="faq-quote">{m.faq_quote_title()}</h2>
      <p className="text-quiet">{m.faq_quote_text()}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button className="whitespace-nowrap" variant="hero" size="lg" href={paths.wizard.address}>
          {m.faq_quote()}
        </Button>
        <p>
          {m.faq_call()} <PhoneLink className="whitespace-nowrap" />
        </p>
      </div>
    </section>
  );
}

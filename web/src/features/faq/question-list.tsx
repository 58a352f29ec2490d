import type { Question } from "#content/faq/faq.ts";
import { Accordion } from "#ui/accordion.tsx";
import { Passages } from "#ui/passages.tsx";

type QuestionListProps = {
  questions: readonly Question[];
  /** Lists of the same name share one open question. */
  name: string;
};

export function QuestionList({ questions, name }: QuestionListProps) {
  const items = questions.map(({ id, question, answer, see }) => ({
    id,
    title: question,
    content: (
      <>
        <Passages text={answer} />
        {see && (
          <p>
            <a href={see.href}>{see.label}</a>
          </p>
        )}
      </>
    ),
  }));

  return <Accordion items={items} name={name} />;
}

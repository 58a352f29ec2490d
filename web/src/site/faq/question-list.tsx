import type { Question } from "#content/passage.ts";
import { Accordion } from "#ui/accordion.tsx";
import { Passages } from "#ui/passages.tsx";

type QuestionListProps = {
  questions: readonly Question[];
  /** At most one question is open among lists with the same name. */
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

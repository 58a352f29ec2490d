/** FAQPage structured data (schema.org) for search engines. */
import { plainText } from "#content/passage.ts";
import type { FaqGroup } from "./faq.ts";

export function faqData(groups: readonly FaqGroup[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: groups
      .flatMap((group) => group.questions)
      .map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: plainText(answer) },
      })),
  };
}

import { company } from "#content/company.ts";
import { focusUnlessFirst } from "#ui/focus-on-mount.ts";
import { useDocumentTitle } from "#ui/use-document-title.ts";

const LOOKS = {
  step: {
    title: "text-2xl leading-snug tracking-[-0.025em] lg:text-3xl lg:leading-tight",
    lead: "mt-2 text-quiet",
  },
  success: {
    title: "text-4xl leading-snug tracking-[-0.03em] text-success lg:leading-tight",
    lead: "mt-2 text-lg text-quiet",
  },
};

type StepHeadingProps = { title: string; lead?: string; look?: keyof typeof LOOKS };

/** Heading of a step: sets the document title, and takes the focus when a step replaces another. */
export function StepHeading({ title, lead, look = "step" }: StepHeadingProps) {
  useDocumentTitle(`${title} | ${company.name}`);

  return (
    <div>
      <h1
        key={title}
        className={`focus:outline-none ${LOOKS[look].title}`}
        ref={focusUnlessFirst}
        tabIndex={-1}
      >
        {title}
      </h1>
      {lead && <p className={LOOKS[look].lead}>{lead}</p>}
    </div>
  );
}

import { useEffect, useRef } from "react";
import { company } from "#content/company.ts";

// False until the first heading was shown: the initial page load must not move the focus.
let hasMoved = false;

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
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} | ${company.name}`;
    if (hasMoved) heading.current?.focus({ preventScroll: true });
    hasMoved = true;
  }, [title]);

  return (
    <div>
      <h1 className={`focus:outline-none ${LOOKS[look].title}`} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className={LOOKS[look].lead}>{lead}</p>}
    </div>
  );
}

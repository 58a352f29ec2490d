import { useEffect, useRef } from "react";
import { company } from "#content/company.ts";

// False until the first heading was shown: the initial page load must not move the focus.
let hasMoved = false;

type StepHeadingProps = { title: string; lead?: string };

/** Heading of a step: sets the document title, and takes the focus when a step replaces another. */
export function StepHeading({ title, lead }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} | ${company.name}`;
    if (hasMoved) heading.current?.focus({ preventScroll: true });
    hasMoved = true;
  }, [title]);

  return (
    <div className="step-heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p>{lead}</p>}
    </div>
  );
}

import type { ReactNode, Ref } from "react";

const STEP =
  "mx-auto flex min-h-[calc(100dvh-4.75rem)] max-w-168 flex-col gap-8 px-gutter pt-6 lg:grid lg:max-w-288 lg:auto-rows-min lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-16 lg:pt-12 lg:pb-16";

/** Frame of a step: its parts below each other, and beside its bar on a wide screen. */
export const Step = ({ children }: { children: ReactNode }) => (
  <main className={STEP} id="content">
    {children}
  </main>
);

type StepBodyProps = { ref?: Ref<HTMLDivElement>; children: ReactNode };

export const StepBody = ({ ref, children }: StepBodyProps) => (
  <div className="grid min-w-0 content-start gap-10 lg:col-1" ref={ref}>
    {children}
  </div>
);

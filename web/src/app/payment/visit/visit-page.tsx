import type { ReactNode } from "react";

/** Frame of the pages after the card page. */
export const VisitPage = ({ children }: { children: ReactNode }) => (
  <main className="mx-auto grid max-w-168 gap-8 px-gutter pt-8 pb-16 lg:pt-12" id="content">
    {children}
  </main>
);

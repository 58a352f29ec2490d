import type { ReactNode } from "react";
import { PhoneHeader } from "../phone-header.tsx";

/** What stands around both pages of diagnostics. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <>
    <PhoneHeader />
    <main className="mx-auto grid max-w-168 gap-6 px-gutter pt-8 pb-16" id="content">
      {children}
    </main>
  </>
);

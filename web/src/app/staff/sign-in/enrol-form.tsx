import { confirmFirstFactor } from "#api/staff-auth.ts";
import { doorWords as words } from "./copy.ts";
import { NewFactor } from "./new-factor.tsx";
import { SignInCard } from "./sign-in-card.tsx";

/** Enrollment of the first second factor, which is mandatory. */
export const EnrolForm = () => (
  <SignInCard title={words.enrolTitle} lead={words.enrolLead}>
    <NewFactor confirm={confirmFirstFactor} onDone={() => {}} />
  </SignInCard>
);

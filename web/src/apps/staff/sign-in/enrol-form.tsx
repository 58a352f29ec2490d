import { confirmFirstFactor } from "#lib/api/staff-auth.ts";
import { doorWords as words } from "./copy.ts";
import { SignInCard } from "./door-card.tsx";
import { NewFactor } from "./new-factor.tsx";

/** Nobody works here by a password alone. */
export const EnrolForm = () => (
  <SignInCard title={words.enrolTitle} lead={words.enrolLead}>
    <NewFactor confirm={confirmFirstFactor} onDone={() => {}} />
  </SignInCard>
);

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { newRecoveryCodes } from "#lib/api/staff-auth.ts";
import { dutyDone } from "#lib/api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { doorWords as words } from "./copy.ts";
import { DoorCard } from "./door-card.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** The first set of recovery codes, before the console opens. */
export function KeepCodes({ email }: { email: string }) {
  const [isKept, setKept] = useState(false);
  const [isLooked, setLooked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["first recovery codes"],
    queryFn: newRecoveryCodes,
    staleTime: Number.POSITIVE_INFINITY, // asking again would replace those on paper
    gcTime: 0,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLooked(true);
    if (isKept) dutyDone("keepCodes");
  };
  return (
    <DoorCard title={words.codesTitle} lead={words.codesLead}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={words.codesPreparing} />}
      {data && (
        <>
          <RecoveryCodes codes={data} email={email} />
          <form className="door__form" onSubmit={submit} noValidate>
            <Checkbox
              label={words.kept}
              name="kept"
              checked={isKept}
              onChange={setKept}
              error={isLooked && !isKept ? words.keptMissing : undefined}
            />
            <Button type="submit">{words.open}</Button>
          </form>
        </>
      )}
    </DoorCard>
  );
}

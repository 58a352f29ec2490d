import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { newRecoveryCodes } from "#api/staff-auth.ts";
import { completeRequiredAction } from "#api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { doorWords as words } from "./copy.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SignInCard } from "./sign-in-card.tsx";

/** Shows the first recovery codes, before the console opens. */
export function SaveRecoveryCodes({ email }: { email: string }) {
  const [isSaved, setSaved] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["first recovery codes"],
    queryFn: newRecoveryCodes,
    staleTime: Number.POSITIVE_INFINITY, // requesting again would replace the saved codes
    gcTime: 0,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isSaved) completeRequiredAction("keepCodes");
  };
  return (
    <SignInCard title={words.codesTitle} lead={words.codesLead}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={words.codesPreparing} />}
      {data && (
        <>
          <RecoveryCodes codes={data} email={email} />
          <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
            <Checkbox
              label={words.kept}
              name="kept"
              checked={isSaved}
              onChange={setSaved}
              error={isChecked && !isSaved ? words.keptMissing : undefined}
            />
            <Button type="submit">{words.open}</Button>
          </form>
        </>
      )}
    </SignInCard>
  );
}

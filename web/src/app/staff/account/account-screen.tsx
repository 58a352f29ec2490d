import { changePassword } from "#api/staff-auth.ts";
import { Panel } from "#ui/panel.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { staffWords } from "../copy.ts";
import { useMe } from "../session/use-me.ts";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { PasswordFields } from "../sign-in/password-fields.tsx";
import { accountWords as words } from "./copy.ts";
import { EmailForm } from "./email-form.tsx";
import { FactorsPart } from "./factors-part.tsx";
import { InsidePart } from "./internal-pages-part.tsx";
import { ElsewherePart } from "./linked-identities-part.tsx";
import { NameForm } from "./name-form.tsx";
import { RecoveryPart } from "./recovery-part.tsx";
import { SessionsPart } from "./sessions-part.tsx";
import { useAccount } from "./use-account.ts";

export default function AccountScreen() {
  const { role } = useMe();
  const { data, error, refetch } = useAccount();

  return (
    <Screen title={staffWords.account}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={staffWords.loading} />}
      {data && (
        <div className="grid items-start gap-4 lg:grid-cols-2 min-[90rem]:grid-cols-3">
          <Panel id="you" title={words.you}>
            <p className="text-quiet">{words.role(role)}</p>
            <NameForm name={data.name} />
            <EmailForm email={data.email} newEmail={data.newEmail} />
          </Panel>
          <Panel id="password" title={words.password}>
            <p className="text-quiet">{words.passwordNote}</p>
            <PasswordFields email={data.email} send={changePassword} />
          </Panel>
          <FactorsPart factors={data.factors} />
          <RecoveryPart email={data.email} />
          <ElsewherePart identities={data.identities} />
          <SessionsPart />
          <InsidePart />
        </div>
      )}
    </Screen>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import {
  changeEmail,
  changeName,
  changePassword,
  type Identity,
  link,
  signOutOthers,
  unlink,
} from "#api/staff-auth.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { signOut } from "#api/staff-session.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { emailText, requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { useMe } from "../session/me.tsx";
import { OpenPage } from "../session/open-pages.tsx";
import { FormTextField } from "../shell/form.tsx";
import { Screen, SegmentedChoice, StaffProblem } from "../shell/screen.tsx";
import { chooseTheme, chosenTheme, THEMES } from "../shell/theme.ts";
import { AuthError, nameOf, PasswordFields, useSignInWays } from "../sign-in/credentials.tsx";
import { FactorsPart, RecoveryPart, useAccount, useAccountChanged } from "./factors-part.tsx";

export default function AccountScreen() {
  const { role } = useMe();
  const { data, error, refetch } = useAccount();

  return (
    <Screen title={m.staff_account()}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={m.staff_loading()} />}
      {data && (
        <div className="grid items-start gap-4 lg:grid-cols-2 min-[90rem]:grid-cols-3">
          <Panel size="sm" id="you" title={m.staff_account_you()}>
            <p className="text-quiet">{m.staff_account_role({ role })}</p>
            <NameForm name={data.name} />
            <EmailForm email={data.email} newEmail={data.newEmail} />
            <DigestSwitch />
          </Panel>
          <Panel size="sm" id="password" title={m.staff_account_password()}>
            <p className="text-quiet">{m.staff_account_password_note()}</p>
            <PasswordFields email={data.email} send={changePassword} />
          </Panel>
          <FactorsPart factors={data.factors} />
          <RecoveryPart email={data.email} />
          <ElsewherePart identities={data.identities} />
          <SessionsPart />
          <LookPart />
          <InsidePart />
        </div>
      )}
    </Screen>
  );
}

const nameSchema = v.object({ name: requiredText(m.staff_account_name_missing()) });

function NameForm({ name }: { name: string }) {
  const toast = useToast();
  const changed = useAccountChanged();
  const sending = useMutation({
    mutationFn: changeName,
    onSuccess: () => {
      toast({ title: m.staff_account_name_saved(), tone: "success" });
      changed();
    },
  });
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(nameSchema),
    defaultValues: { name },
  });

  return (
    <form
      className="grid justify-items-start gap-x-4 gap-y-2"
      onSubmit={handleSubmit((values) => sending.mutate(values.name))}
      noValidate
    >
      <FormTextField
        control={control}
        name="name"
        className="w-full"
        label={m.staff_account_name()}
        hint={m.staff_account_name_hint()}
        autoComplete="name"
        maxLength={100}
      />
      <AuthError error={sending.error} />
      <Button
        type="submit"
        variant="outline"
        size="sm"
        busy={sending.isPending}
        busyLabel={m.staff_account_saving()}
      >
        {m.staff_account_save()}
      </Button>
    </form>
  );
}

type EmailFormProps = { email: string; newEmail: string | null };

// The new address takes effect once its link was opened; until then the old one is used.
function EmailForm({ email, newEmail }: EmailFormProps) {
  const is = useMe().not_connected.includes("email") ? "kept" : "leaving";
  const changed = useAccountChanged();
  const { control, handleSubmit, reset } = useForm({
    resolver: valibotResolver(
      v.object({
        email: v.pipe(
          emailText(m.staff_account_email_missing()),
          v.notValue(email, m.staff_account_email_missing()),
        ),
      }),
    ),
    defaultValues: { email: "" },
  });
  const sending = useMutation({
    mutationFn: changeEmail,
    onSuccess: () => {
      reset();
      changed();
    },
  });
  const sentTo = sending.isSuccess ? sending.variables : "";

  return (
    <form
      className="grid justify-items-start gap-x-4 gap-y-2"
      onSubmit={handleSubmit((values) => sending.mutate(values.email))}
      noValidate
    >
      <p>
        {m.staff_account_email()}: <strong className="wrap-anywhere">{email}</strong>
      </p>
      {newEmail && !sentTo && (
        <p className="text-quiet">{m.staff_account_email_waits({ is, email: newEmail })}</p>
      )}
      <FormTextField
        control={control}
        name="email"
        className="w-full"
        label={m.staff_account_new_email()}
        type="email"
        autoComplete="off"
      />
      <AuthError error={sending.error} />
      {sentTo && (
        <Notice tone={is === "kept" ? "warning" : "success"}>
          {m.staff_account_email_sent({ is, email: sentTo })}
        </Notice>
      )}
      <Button
        type="submit"
        variant="outline"
        size="sm"
        busy={sending.isPending}
        busyLabel={m.staff_account_saving()}
      >
        {m.staff_account_change_email()}
      </Button>
    </form>
  );
}

// Only where the operator enabled external providers, or the user has linked one before.
function ElsewherePart({ identities }: { identities: readonly Identity[] }) {
  const toast = useToast();
  const linked = identities.filter(({ provider }) => provider !== "email");
  const { providers } = useSignInWays();
  const open = providers.filter((name) => !linked.some(({ provider }) => provider === name));
  const changed = useAccountChanged();
  const linking = useMutation({ mutationFn: link });
  const leaving = useMutation({
    mutationFn: leave,
    onSuccess: (provider) => {
      toast({ title: m.staff_account_unlinked({ provider: nameOf(provider) }) });
      changed();
    },
  });
  const failure = linking.error ?? leaving.error;

  if (linked.length === 0 && open.length === 0) return null;
  return (
    <Panel size="sm" id="elsewhere" title={m.staff_account_elsewhere()}>
      <p className="text-quiet">{m.staff_account_elsewhere_note()}</p>
      <ul className="grid gap-2">
        {linked.map((identity) => (
          <li className="flex flex-wrap items-center justify-between gap-2" key={identity.id}>
            <span>
              {nameOf(identity.provider)} <span className="text-quiet">{identity.email}</span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={m.staff_account_unlink_named({ provider: nameOf(identity.provider) })}
              onClick={() => leaving.mutate(identity)}
            >
              {m.staff_account_unlink()}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {open.map((provider) => (
          <Button
            variant="outline"
            size="sm"
            key={provider}
            onClick={() => linking.mutate(provider)}
          >
            {m.staff_account_link({ provider: nameOf(provider) })}
          </Button>
        ))}
      </div>
      <AuthError error={failure} />
    </Panel>
  );
}

async function leave({ id, provider }: Identity): Promise<string> {
  await unlink(id);
  return provider;
}

function SessionsPart() {
  const toast = useToast();
  const sending = useMutation({
    mutationFn: signOutOthers,
    onSuccess: () => toast({ title: m.staff_account_others_out(), tone: "success" }),
  });

  return (
    <Panel size="sm" id="signed-in" title={m.staff_account_signed_in()}>
      <p className="text-quiet">{m.staff_account_signed_in_note()}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" onClick={() => void signOut("local")}>
          {m.staff_account_out_here()}
        </Button>
        <Button
          variant="outline"
          size="sm"
          busy={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {m.staff_account_out_others()}
        </Button>
        <Button variant="outline" size="sm" onClick={() => void signOut("global")}>
          {m.staff_account_out_all()}
        </Button>
      </div>
      <AuthError error={sending.error} />
    </Panel>
  );
}

function LookPart() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Panel size="sm" id="look" title={m.staff_account_look()}>
      <p className="text-quiet">{m.staff_account_look_note()}</p>
      <SegmentedChoice
        legend={m.staff_account_look()}
        name="theme"
        options={THEMES}
        labelOf={(each) => m.staff_account_theme({ theme: each })}
        value={theme}
        onChange={(chosen) => {
          setTheme(chosen);
          chooseTheme(chosen);
        }}
      />
    </Panel>
  );
}

// Internal pages, where the operator allows them (TEST-01.4).
/** Whether a mail each working morning says what waits. */
function DigestSwitch() {
  const { id, gets_digest } = useMe();
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: (wanted: boolean) =>
      unwrap(staff.PATCH("/api/staff/me", { body: { gets_digest: wanted } })),
    onSuccess: (me) => queries.setQueryData(staffKeys.me.of(id), me),
  });
  return (
    <>
      <Checkbox
        name="gets_digest"
        label={m.staff_account_digest()}
        checked={changing.variables ?? gets_digest}
        disabled={changing.isPending}
        onChange={(wanted) => changing.mutate(wanted)}
      />
      {changing.error && <StaffProblem problem={changing.error} />}
    </>
  );
}

function InsidePart() {
  const { sees_internal_pages } = useMe();

  if (!sees_internal_pages) return null;
  return (
    <Panel size="sm" id="inside" title={m.staff_account_inside()}>
      <div>
        <OpenPage to={paths.testProposal}>{m.staff_account_test_proposal()}</OpenPage>
      </div>
    </Panel>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { MailedLink } from "#api/auth-callback.ts";
import {
  changePassword,
  confirmFirstFactor,
  confirmLink,
  newRecoveryCodes,
  recover,
  recoveryCodesLeft,
  signIn,
  signInBy,
} from "#api/staff-auth.ts";
import { staffKeys } from "#api/staff-keys.ts";
import {
  closeLink,
  completeRequiredAction,
  type StaffState,
  signInStep,
  signOut,
} from "#api/staff-session.ts";
import { company } from "#content/company.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { emailText, requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { FormCheckbox, FormTextField } from "../shell/form.tsx";
import { CENTERED, StaffProblem } from "../shell/screen.tsx";
import {
  AuthError,
  AuthForm,
  CodeForm,
  NewFactor,
  nameOf,
  PasswordFields,
  RecoveryCodes,
  useSignInWays,
} from "./credentials.tsx";

/** All steps before the console opens, one at a time. */
export default function SignInScreen({ state }: { state: StaffState }) {
  const [isForgotten, setForgotten] = useState(false);

  if (state.link) return <MailedLinkForm link={state.link} />;
  if (state.is !== "in") {
    if (isForgotten) return <ForgotPasswordForm onBack={() => setForgotten(false)} />;
    return <SignInForm state={state} onForgotten={() => setForgotten(true)} />;
  }
  const step = signInStep(state);
  if (step === "password") {
    return (
      <SignInCard title={m.staff_sign_in_password_title()} lead={m.staff_sign_in_password_lead()}>
        <PasswordFields email={state.email} asksName={!state.name} send={changePassword} />
      </SignInCard>
    );
  }
  if (step === "enrol") {
    return (
      <SignInCard title={m.staff_sign_in_enrol_title()} lead={m.staff_sign_in_enrol_lead()}>
        <NewFactor confirm={confirmFirstFactor} onDone={() => {}} />
      </SignInCard>
    );
  }
  if (step === "codes") return <SaveRecoveryCodes email={state.email} />;
  return (
    <SignInCard title={m.staff_sign_in_code_title()}>
      <CodeForm factors={state.factors} />
      <Button variant="link" onClick={() => void signOut("local")}>
        {m.staff_sign_in_other_account()}
      </Button>
    </SignInCard>
  );
}

type SignInFormProps = { state: StaffState; onForgotten: () => void };

const signInSchema = v.object({
  email: requiredText(m.staff_sign_in_email_missing()),
  password: v.pipe(v.string(), v.nonEmpty(m.staff_sign_in_password_missing())),
});

/** Sign-in by email and password, or by an external provider. */
function SignInForm({ state, onForgotten }: SignInFormProps) {
  const sending = useMutation({ mutationFn: signIn });
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(signInSchema),
    defaultValues: { email: "", password: "" },
  });

  return (
    <SignInCard title={m.staff_sign_in_title()} lead={m.staff_sign_in_lead()}>
      <Before state={state} />
      <AuthForm
        onSubmit={handleSubmit((values) => sending.mutate(values))}
        sending={sending}
        confirm={m.staff_sign_in_sign_in()}
        busyLabel={m.staff_sign_in_signing_in()}
      >
        <FormTextField
          control={control}
          name="email"
          label={m.staff_sign_in_email()}
          type="email"
          autoComplete="username"
        />
        <FormTextField
          control={control}
          name="password"
          label={m.staff_sign_in_password()}
          type="password"
          autoComplete="current-password"
        />
      </AuthForm>
      <Elsewhere />
      <Button variant="link" onClick={onForgotten}>
        {m.staff_sign_in_forgotten()}
      </Button>
    </SignInCard>
  );
}

// Why the previous session ended.
function Before({ state }: { state: StaffState }) {
  if (state.news)
    return <Notice tone="warning">{m.staff_sign_in_news({ news: state.news })}</Notice>;
  if (state.is !== "out" || !state.why) return null;
  return <Notice>{m.staff_sign_in_ending({ why: state.why })}</Notice>;
}

// Without a response there is still the password.
function Elsewhere() {
  const { providers } = useSignInWays();
  const going = useMutation({ mutationFn: signInBy });

  if (providers.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="max-w-none text-center text-quiet">{m.staff_sign_in_or()}</p>
      {providers.map((provider) => (
        <Button variant="outline" key={provider} onClick={() => going.mutate(provider)}>
          {m.staff_sign_in_by({ provider: nameOf(provider) })}
        </Button>
      ))}
      <AuthError error={going.error} />
    </div>
  );
}

const forgotSchema = v.object({ email: emailText(m.staff_sign_in_email_missing()) });

// The response is the same for any address, so that nobody learns who works here.
function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const sending = useMutation({ mutationFn: recover });
  const { isMailStored } = useSignInWays();
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(forgotSchema),
    defaultValues: { email: "" },
  });

  return (
    <SignInCard title={m.staff_sign_in_forgotten_title()} lead={m.staff_sign_in_forgotten_lead()}>
      <AuthForm
        onSubmit={handleSubmit(({ email }) => sending.mutate(email))}
        sending={sending}
        confirm={m.staff_sign_in_send_link()}
        busyLabel={m.staff_sign_in_sending()}
      >
        <FormTextField
          control={control}
          name="email"
          label={m.staff_sign_in_email()}
          type="email"
          autoComplete="username"
        />
        {sending.isSuccess && (
          <Notice tone={isMailStored ? "warning" : "success"}>
            {m.staff_sign_in_link_sent({
              is: isMailStored ? "kept" : "leaving",
              email: sending.variables,
            })}
          </Notice>
        )}
      </AuthForm>
      <Button variant="link" onClick={onBack}>
        {m.staff_sign_in_back()}
      </Button>
    </SignInCard>
  );
}

/**
 * Landing page of a mailed link. The link is used up by the button, not by opening it: mail
 * scanners open links too.
 */
function MailedLinkForm({ link }: { link: MailedLink }) {
  const { type } = link;
  const sending = useMutation({ mutationFn: confirmLink });

  if (sending.isSuccess) {
    return (
      <SignInCard title={m.staff_sign_in_link_title({ type })}>
        <Notice tone="success">{m.staff_sign_in_address_confirmed()}</Notice>
        <Button onClick={() => closeLink()}>{m.staff_sign_in_go_on()}</Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard
      title={m.staff_sign_in_link_title({ type })}
      lead={m.staff_sign_in_link_lead({ type })}
    >
      <AuthError error={sending.error} />
      <Button
        busy={sending.isPending}
        busyLabel={m.staff_sign_in_one_moment()}
        onClick={() => sending.mutate(link)}
      >
        {m.staff_sign_in_link_press({ type })}
      </Button>
      <Button variant="link" onClick={() => closeLink()}>
        {m.staff_sign_in_without_link()}
      </Button>
    </SignInCard>
  );
}

const savedSchema = v.object({
  isSaved: v.pipe(v.boolean(), v.value(true, m.staff_sign_in_codes_saved_missing())),
});

/**
 * Shows the first recovery codes, before the console opens. Whoever loads the page again is asked
 * first: new codes would replace those that are saved.
 */
function SaveRecoveryCodes({ email }: { email: string }) {
  const [isReplacing, setReplacing] = useState(false);
  const made = useQuery({
    queryKey: staffKeys.signIn.recoveryCodesLeft,
    queryFn: recoveryCodesLeft,
    staleTime: Number.POSITIVE_INFINITY, // the codes made below are not those of before
    gcTime: 0,
  });
  if (made.data === 0 || isReplacing) return <NewRecoveryCodes email={email} />;

  return (
    <SignInCard title={m.staff_sign_in_codes_title()}>
      {made.error && <StaffProblem problem={made.error} onAgain={() => void made.refetch()} />}
      {made.isPending && <Spinner label={m.staff_sign_in_codes_preparing()} />}
      {made.data !== undefined && (
        <>
          <p>{m.staff_sign_in_codes_have()}</p>
          <Button onClick={() => completeRequiredAction("keepCodes")}>
            {m.staff_sign_in_open()}
          </Button>
          <p className="text-quiet">{m.staff_sign_in_codes_have_note()}</p>
          <Button variant="outline" onClick={() => setReplacing(true)}>
            {m.staff_sign_in_codes_have_not()}
          </Button>
        </>
      )}
    </SignInCard>
  );
}

function NewRecoveryCodes({ email }: { email: string }) {
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(savedSchema),
    defaultValues: { isSaved: false },
  });
  const { data, error, refetch } = useQuery({
    queryKey: staffKeys.signIn.firstRecoveryCodes,
    queryFn: newRecoveryCodes,
    staleTime: Number.POSITIVE_INFINITY, // requesting again would replace the saved codes
    gcTime: 0,
  });

  return (
    <SignInCard title={m.staff_sign_in_codes_title()} lead={m.staff_sign_in_codes_lead()}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={m.staff_sign_in_codes_preparing()} />}
      {data && (
        <>
          <RecoveryCodes codes={data} email={email} />
          <form
            className="grid min-w-0 gap-4"
            onSubmit={handleSubmit(() => completeRequiredAction("keepCodes"))}
            noValidate
          >
            <FormCheckbox control={control} name="isSaved" label={m.staff_sign_in_codes_saved()} />
            <Button type="submit">{m.staff_sign_in_open()}</Button>
          </form>
        </>
      )}
    </SignInCard>
  );
}

type SignInCardProps = { title: string; lead?: string | undefined; children: ReactNode };

/** One step of the sign-in. The focus moves to its heading when it replaces another. */
function SignInCard({ title, lead, children }: SignInCardProps) {
  useDocumentTitle(`${title} | ${m.staff_product({ companyName: company.name })}`);

  return (
    <div className={CENTERED}>
      <p className="text-md font-bold tracking-[-0.02em]">
        {m.staff_product({ companyName: company.name })}
      </p>
      <main
        className="grid min-w-0 gap-4 rounded-md border border-line bg-surface-raised p-[clamp(1.25rem,1rem+1.5vw,2rem)]"
        id="content"
      >
        <h1 key={title} className="text-xl focus:outline-none" ref={focusIfNone} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="text-quiet">{lead}</p>}
        {children}
      </main>
    </div>
  );
}

function focusIfNone(heading: HTMLElement | null) {
  if (document.activeElement === document.body) heading?.focus();
}

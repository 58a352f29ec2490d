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
  signIn,
  signInBy,
} from "#api/staff-auth.ts";
import { closeLink, completeRequiredAction, type StaffState, signOut } from "#api/staff-session.ts";
import { company } from "#content/company.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { staffWords } from "../copy.ts";
import { FormCheckbox, FormTextField, requiredText } from "../shell/form.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { CENTERED } from "../shell/screen.tsx";
import { doorWords, endingWords, linkWords, newsWords } from "./copy.ts";
import {
  AuthError,
  CodeForm,
  NewFactor,
  nameOf,
  PasswordFields,
  RecoveryCodes,
  useProviders,
} from "./credentials.tsx";
import { signInStep } from "./sign-in-step.ts";

/** All steps before the console opens, one at a time. */
export default function SignInScreen({ state }: { state: StaffState }) {
  const [isForgotten, setForgotten] = useState(false);
  const step = signInStep(state);

  if (state.link) return <MailedLinkForm link={state.link} />;
  if (state.is !== "in") {
    if (isForgotten) return <ForgotPasswordForm onBack={() => setForgotten(false)} />;
    return <SignInForm state={state} onForgotten={() => setForgotten(true)} />;
  }
  if (step === "password") {
    return (
      <SignInCard title={doorWords.passwordTitle} lead={doorWords.passwordLead}>
        <PasswordFields email={state.email} send={changePassword} />
      </SignInCard>
    );
  }
  if (step === "enrol") {
    return (
      <SignInCard title={doorWords.enrolTitle} lead={doorWords.enrolLead}>
        <NewFactor confirm={confirmFirstFactor} onDone={() => {}} />
      </SignInCard>
    );
  }
  if (step === "codes") return <SaveRecoveryCodes email={state.email} />;
  return (
    <SignInCard title={doorWords.codeTitle}>
      <CodeForm factors={state.factors} />
      <Button variant="link" onClick={() => void signOut("local")}>
        {doorWords.signOut}
      </Button>
    </SignInCard>
  );
}

type SignInFormProps = { state: StaffState; onForgotten: () => void };

const signInSchema = v.object({
  email: requiredText(doorWords.emailMissing),
  password: v.pipe(v.string(), v.nonEmpty(doorWords.passwordMissing)),
});

/** Sign-in by e-mail and password, or by an external provider. */
function SignInForm({ state, onForgotten }: SignInFormProps) {
  const sending = useMutation({ mutationFn: signIn });
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(signInSchema),
    defaultValues: { email: "", password: "" },
  });

  return (
    <SignInCard title={doorWords.title} lead={doorWords.lead}>
      <Before state={state} />
      <form
        className="grid min-w-0 gap-4"
        onSubmit={handleSubmit((values) => sending.mutate(values))}
        noValidate
      >
        <FormTextField
          control={control}
          name="email"
          label={doorWords.email}
          type="email"
          autoComplete="username"
        />
        <FormTextField
          control={control}
          name="password"
          label={doorWords.password}
          type="password"
          autoComplete="current-password"
        />
        <AuthError error={sending.error} />
        <Button type="submit" busy={sending.isPending} busyLabel={doorWords.signingIn}>
          {doorWords.signIn}
        </Button>
      </form>
      <Elsewhere />
      <Button variant="link" onClick={onForgotten}>
        {doorWords.forgotten}
      </Button>
    </SignInCard>
  );
}

// Why the previous session ended.
function Before({ state }: { state: StaffState }) {
  if (state.news)
    return <Notice tone="warning">{newsWords[state.news] ?? newsWords.general}</Notice>;
  if (state.is !== "out" || !state.why) return null;
  return <Notice>{endingWords[state.why]}</Notice>;
}

// Without a response there is still the password.
function Elsewhere() {
  const providers = useProviders();
  const going = useMutation({ mutationFn: signInBy });

  if (providers.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="max-w-none text-center text-quiet">{doorWords.or}</p>
      {providers.map((provider) => (
        <Button variant="outline" key={provider} onClick={() => going.mutate(provider)}>
          {doorWords.by(nameOf(provider))}
        </Button>
      ))}
      <AuthError error={going.error} />
    </div>
  );
}

const forgotSchema = v.object({ email: requiredText(doorWords.emailMissing) });

// The response is the same for any address, so that nobody learns who works here.
function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const sending = useMutation({ mutationFn: recover });
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(forgotSchema),
    defaultValues: { email: "" },
  });

  return (
    <SignInCard title={doorWords.forgottenTitle} lead={doorWords.forgottenLead}>
      <form
        className="grid min-w-0 gap-4"
        onSubmit={handleSubmit(({ email }) => sending.mutate(email))}
        noValidate
      >
        <FormTextField
          control={control}
          name="email"
          label={doorWords.email}
          type="email"
          autoComplete="username"
        />
        <AuthError error={sending.error} />
        {sending.isSuccess && (
          <Notice tone="success">{doorWords.linkSent(sending.variables)}</Notice>
        )}
        <Button type="submit" busy={sending.isPending} busyLabel={doorWords.sending}>
          {doorWords.sendLink}
        </Button>
      </form>
      <Button variant="link" onClick={onBack}>
        {doorWords.back}
      </Button>
    </SignInCard>
  );
}

/**
 * Landing page of a mailed link. The link is used up by the button, not by opening it: mail
 * scanners open links too.
 */
function MailedLinkForm({ link }: { link: MailedLink }) {
  const { title, lead, press } = linkWords[link.type];
  const sending = useMutation({ mutationFn: confirmLink });

  if (sending.isSuccess) {
    return (
      <SignInCard title={title}>
        <Notice tone="success">{doorWords.addressConfirmed}</Notice>
        <Button onClick={() => closeLink()}>{doorWords.goOn}</Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={title} lead={lead}>
      <AuthError error={sending.error} />
      <Button
        busy={sending.isPending}
        busyLabel={doorWords.oneMoment}
        onClick={() => sending.mutate(link)}
      >
        {press}
      </Button>
      <Button variant="link" onClick={() => closeLink()}>
        {doorWords.withoutLink}
      </Button>
    </SignInCard>
  );
}

const savedSchema = v.object({
  isSaved: v.pipe(v.boolean(), v.value(true, doorWords.keptMissing)),
});

/** Shows the first recovery codes, before the console opens. */
function SaveRecoveryCodes({ email }: { email: string }) {
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(savedSchema),
    defaultValues: { isSaved: false },
  });
  const { data, error, refetch } = useQuery({
    queryKey: ["first recovery codes"],
    queryFn: newRecoveryCodes,
    staleTime: Number.POSITIVE_INFINITY, // requesting again would replace the saved codes
    gcTime: 0,
  });

  return (
    <SignInCard title={doorWords.codesTitle} lead={doorWords.codesLead}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={doorWords.codesPreparing} />}
      {data && (
        <>
          <RecoveryCodes codes={data} email={email} />
          <form
            className="grid min-w-0 gap-4"
            onSubmit={handleSubmit(() => completeRequiredAction("keepCodes"))}
            noValidate
          >
            <FormCheckbox control={control} name="isSaved" label={doorWords.kept} />
            <Button type="submit">{doorWords.open}</Button>
          </form>
        </>
      )}
    </SignInCard>
  );
}

type SignInCardProps = { title: string; lead?: string | undefined; children: ReactNode };

/** One step of the sign-in. The focus moves to its heading when it replaces another. */
function SignInCard({ title, lead, children }: SignInCardProps) {
  useDocumentTitle(`${title} | ${staffWords.product}`);

  return (
    <div className={CENTERED}>
      <p className="text-md font-bold tracking-[-0.02em]">{`${company.name} staff`}</p>
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

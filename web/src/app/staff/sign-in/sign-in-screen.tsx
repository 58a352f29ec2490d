import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
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
import { Checkbox } from "#ui/checkbox.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { staffWords } from "../copy.ts";
import { StaffProblem } from "../shell/problem.tsx";
import { CENTERED } from "../shell/screen.tsx";
import { doorWords, endingWords, linkWords, newsWords } from "./copy.ts";
import {
  authErrorMessage,
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
  if (step === "password") return <NewPasswordForm email={state.email} />;
  if (step === "enrol") return <EnrolForm />;
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

type EntranceFormProps = { state: StaffState; onForgotten: () => void };

/** Sign-in by e-mail and password, or by an external provider. */
export function SignInForm({ state, onForgotten }: EntranceFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const sending = useMutation({ mutationFn: signIn });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (email.trim() && password) sending.mutate({ email: email.trim(), password });
  };

  return (
    <SignInCard title={doorWords.title} lead={doorWords.lead}>
      <Before state={state} />
      <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
        <TextField
          label={doorWords.email}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          error={isChecked && !email.trim() ? doorWords.emailMissing : undefined}
        />
        <TextField
          label={doorWords.password}
          name="password"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          error={isChecked && !password ? doorWords.passwordMissing : undefined}
        />
        {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
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
      {going.error !== null && <Notice tone="danger">{authErrorMessage(going.error)}</Notice>}
    </div>
  );
}

// The response is the same for any address, so that nobody learns who works here.
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const sending = useMutation({ mutationFn: recover, onSuccess: () => setSentTo(email.trim()) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (email.trim()) sending.mutate(email.trim());
  };

  return (
    <SignInCard title={doorWords.forgottenTitle} lead={doorWords.forgottenLead}>
      <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
        <TextField
          label={doorWords.email}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          error={isChecked && !email.trim() ? doorWords.emailMissing : undefined}
        />
        {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
        {sentTo && <Notice tone="success">{doorWords.linkSent(sentTo)}</Notice>}
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
export function MailedLinkForm({ link }: { link: MailedLink }) {
  const { title, lead, press } = linkWords[link.type];
  const [isConfirmed, setConfirmed] = useState(false);
  const sending = useMutation({ mutationFn: confirmLink, onSuccess: () => setConfirmed(true) });

  if (isConfirmed) {
    return (
      <SignInCard title={title}>
        <Notice tone="success">{doorWords.addressConfirmed}</Notice>
        <Button onClick={() => closeLink()}>{doorWords.goOn}</Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={title} lead={lead}>
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
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

/** Enrollment of the first second factor, which is mandatory. */
export const EnrolForm = () => (
  <SignInCard title={doorWords.enrolTitle} lead={doorWords.enrolLead}>
    <NewFactor confirm={confirmFirstFactor} onDone={() => {}} />
  </SignInCard>
);

/** New password after a mailed link; the user then signs in with it. */
export function NewPasswordForm({ email }: { email: string }) {
  return (
    <SignInCard title={doorWords.passwordTitle} lead={doorWords.passwordLead}>
      <PasswordFields email={email} send={changePassword} />
    </SignInCard>
  );
}

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
    <SignInCard title={doorWords.codesTitle} lead={doorWords.codesLead}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={doorWords.codesPreparing} />}
      {data && (
        <>
          <RecoveryCodes codes={data} email={email} />
          <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
            <Checkbox
              label={doorWords.kept}
              name="kept"
              checked={isSaved}
              onChange={setSaved}
              error={isChecked && !isSaved ? doorWords.keptMissing : undefined}
            />
            <Button type="submit">{doorWords.open}</Button>
          </form>
        </>
      )}
    </SignInCard>
  );
}

type DoorCardProps = { title: string; lead?: string | undefined; children: ReactNode };

/** One step of the sign-in. The focus moves to its heading when it replaces another. */
export function SignInCard({ title, lead, children }: DoorCardProps) {
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

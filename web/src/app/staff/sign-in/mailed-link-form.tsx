import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { MailedLink } from "#api/auth-callback.ts";
import { confirmLink } from "#api/staff-auth.ts";
import { closeLink } from "#api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { authErrorMessage } from "./auth-error-message.ts";
import { linkWords, doorWords as words } from "./copy.ts";
import { SignInCard } from "./sign-in-card.tsx";

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
        <Notice tone="success">{words.addressConfirmed}</Notice>
        <Button onClick={() => closeLink()}>{words.goOn}</Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={title} lead={lead}>
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <Button
        busy={sending.isPending}
        busyLabel={words.oneMoment}
        onClick={() => sending.mutate(link)}
      >
        {press}
      </Button>
      <Button variant="link" onClick={() => closeLink()}>
        {words.withoutLink}
      </Button>
    </SignInCard>
  );
}

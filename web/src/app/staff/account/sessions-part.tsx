import { useMutation } from "@tanstack/react-query";
import { signOutOthers } from "#api/staff-auth.ts";
import { signOut } from "#api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { useToast } from "#ui/toast.tsx";
import { authErrorMessage } from "../sign-in/auth-error-message.ts";
import { accountWords as words } from "./copy.ts";

export function SessionsPart() {
  const toast = useToast();
  const sending = useMutation({
    mutationFn: signOutOthers,
    onSuccess: () => toast({ title: words.othersOut, tone: "success" }),
  });

  return (
    <Panel id="signed-in" title={words.signedIn}>
      <p className="text-quiet">{words.signedInNote}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => void signOut("local")}>
          {words.outHere}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {words.outOthers}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => void signOut("global")}>
          {words.outAll}
        </Button>
      </div>
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
    </Panel>
  );
}

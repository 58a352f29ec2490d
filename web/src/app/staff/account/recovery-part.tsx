import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newRecoveryCodes, recoveryCodesLeft } from "#api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { authErrorMessage } from "../sign-in/auth-error-message.ts";
import { RecoveryCodes } from "../sign-in/recovery-codes.tsx";
import { accountWords as words } from "./copy.ts";

export function RecoveryPart({ email }: { email: string }) {
  const [codes, setCodes] = useState<string[]>([]);
  const queries = useQueryClient();
  const { data: left } = useQuery({
    queryKey: ["recovery codes left"],
    queryFn: recoveryCodesLeft,
  });
  const making = useMutation({
    mutationFn: newRecoveryCodes,
    onSuccess: (codes) => {
      setCodes(codes);
      void queries.invalidateQueries({ queryKey: ["recovery codes left"] });
    },
  });

  return (
    <Panel id="recovery-codes" title={words.codes}>
      {left !== undefined && codes.length === 0 && <p>{words.codesLeft(left)}</p>}
      {codes.length > 0 ? (
        <>
          <Notice tone="warning">{words.codesOnce}</Notice>
          <RecoveryCodes codes={codes} email={email} />
        </>
      ) : (
        <>
          <p className="text-quiet">{words.newCodesNote}</p>
          <div>
            <Button
              variant="secondary"
              size="sm"
              busy={making.isPending}
              onClick={() => making.mutate()}
            >
              {words.newCodes}
            </Button>
          </div>
        </>
      )}
      {making.error !== null && <Notice tone="danger">{authErrorMessage(making.error)}</Notice>}
    </Panel>
  );
}

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Factor, removeFactor } from "#api/staff-auth.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { authErrorMessage } from "../sign-in/auth-error-message.ts";
import { AddFactor } from "./add-factor.tsx";
import { accountWords as words } from "./copy.ts";

export function FactorsPart({ factors }: { factors: readonly Factor[] }) {
  const [leaving, setLeaving] = useState<Factor | null>(null);
  const [isAdding, setAdding] = useState(false);

  return (
    <Panel id="factors" title={words.factors}>
      <ul className="grid gap-2">
        {factors.map((factor) => (
          <li className="flex flex-wrap items-center justify-between gap-2" key={factor.id}>
            <span>
              {factor.name}{" "}
              <span className="text-quiet">{words.addedOn(shortDay(dayOf(factor.createdAt)))}</span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={words.removeNamed(factor.name)}
              onClick={() => setLeaving(factor)}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      </div>
      <Modal open={isAdding} onClose={() => setAdding(false)} title={words.addTitle}>
        <AddFactor onDone={() => setAdding(false)} />
      </Modal>
      <Modal
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={words.removeTitle(leaving?.name ?? "")}
      >
        {leaving && (
          <RemoveFactor
            factor={leaving}
            isLast={factors.length === 1}
            onEnd={() => setLeaving(null)}
          />
        )}
      </Modal>
    </Panel>
  );
}

type RemoveFactorProps = { factor: Factor; isLast: boolean; onEnd: () => void };

function RemoveFactor({ factor, isLast, onEnd }: RemoveFactorProps) {
  const sending = useMutation({ mutationFn: removeFactor, onSuccess: onEnd });

  return (
    <div className="grid justify-items-start gap-x-4 gap-y-2">
      <p>{words.removeNote}</p>
      {isLast && <Notice tone="warning">{words.removeLast}</Notice>}
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="destructive"
          busy={sending.isPending}
          onClick={() => sending.mutate(factor.id)}
        >
          {words.remove}
        </Button>
        <Button variant="outline" onClick={onEnd}>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}

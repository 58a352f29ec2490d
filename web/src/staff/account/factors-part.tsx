import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import {
  account,
  type Factor,
  newRecoveryCodes,
  recoveryCodesLeft,
  removeFactor,
  showCode,
} from "#api/staff-auth.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { useToast } from "#ui/toast.tsx";
import { FormTextField } from "../shell/form.tsx";
import { AuthError, NewFactor, RecoveryCodes } from "../sign-in/credentials.tsx";

/** Account of the signed-in user, from the auth service. */
export const useAccount = () =>
  useQuery({ queryKey: staffKeys.account.all, queryFn: account, staleTime: 0 });

/** Reload the account after a change, and `me`, whose name the bar shows. */
export function useAccountChanged() {
  const queries = useQueryClient();
  return () => {
    void reload(queries, staffKeys.account.all, staffKeys.me.all);
  };
}

export function FactorsPart({ factors }: { factors: readonly Factor[] }) {
  const [leaving, setLeaving] = useState<Factor | null>(null);
  const [isAdding, setAdding] = useState(false);

  return (
    <Panel size="sm" id="factors" title={m.staff_account_factors()}>
      <ul className="grid gap-2">
        {factors.map((factor) => (
          <li className="flex flex-wrap items-center justify-between gap-2" key={factor.id}>
            <span>
              {factor.name}{" "}
              <span className="text-quiet">
                {m.staff_account_added_on({ day: shortDay(dayOf(factor.createdAt)) })}
              </span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={m.staff_account_remove_named({ name: factor.name })}
              onClick={() => setLeaving(factor)}
            >
              {m.staff_account_remove()}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
          {m.staff_account_add()}
        </Button>
      </div>
      <Modal open={isAdding} onClose={() => setAdding(false)} title={m.staff_account_add_title()}>
        <AddFactor onDone={() => setAdding(false)} />
      </Modal>
      <Modal
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={m.staff_account_remove_title({ name: leaving?.name ?? "" })}
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
      <p>{m.staff_account_remove_note()}</p>
      {isLast && <Notice tone="warning">{m.staff_account_remove_last()}</Notice>}
      <AuthError error={sending.error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="destructive"
          busy={sending.isPending}
          onClick={() => sending.mutate(factor.id)}
        >
          {m.staff_account_remove()}
        </Button>
        <Button variant="outline" onClick={onEnd}>
          {m.staff_account_cancel()}
        </Button>
      </div>
    </div>
  );
}

const factorSchema = v.object({ name: requiredText(m.staff_account_factor_name_missing()) });

/** Enrollment of another authenticator: name it, then scan its code. */
function AddFactor({ onDone }: { onDone: () => void }) {
  const toast = useToast();
  const [name, setName] = useState("");
  const changed = useAccountChanged();
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(factorSchema),
    defaultValues: { name },
  });

  if (name) {
    return (
      <NewFactor
        name={name}
        confirm={showCode}
        onDone={() => {
          toast({ title: m.staff_account_added(), tone: "success" });
          changed();
          onDone();
        }}
      />
    );
  }
  return (
    <form
      className="grid justify-items-start gap-x-4 gap-y-2"
      onSubmit={handleSubmit((values) => setName(values.name))}
      noValidate
    >
      <p className="text-quiet">{m.staff_account_add_note()}</p>
      <FormTextField
        control={control}
        name="name"
        className="w-full"
        label={m.staff_account_factor_name()}
        hint={m.staff_account_factor_name_hint()}
        autoComplete="off"
        maxLength={100}
      />
      <Button type="submit">{m.staff_account_next()}</Button>
    </form>
  );
}

export function RecoveryPart({ email }: { email: string }) {
  const [codes, setCodes] = useState<string[]>([]);
  const queries = useQueryClient();
  const { data: left } = useQuery({
    queryKey: staffKeys.signIn.recoveryCodesLeft,
    queryFn: recoveryCodesLeft,
  });
  const making = useMutation({
    mutationFn: newRecoveryCodes,
    onSuccess: (codes) => {
      setCodes(codes);
      void reload(queries, staffKeys.signIn.recoveryCodesLeft);
    },
  });

  return (
    <Panel size="sm" id="recovery-codes" title={m.staff_account_codes()}>
      {left !== undefined && codes.length === 0 && (
        <p>
          {left === 0
            ? m.staff_account_codes_left_none()
            : m.staff_account_codes_left({ count: left })}
        </p>
      )}
      {codes.length > 0 ? (
        <>
          <Notice tone="warning">{m.staff_account_codes_once()}</Notice>
          <RecoveryCodes codes={codes} email={email} />
        </>
      ) : (
        <>
          <p className="text-quiet">{m.staff_account_new_codes_note()}</p>
          <div>
            <Button
              variant="outline"
              size="sm"
              busy={making.isPending}
              onClick={() => making.mutate()}
            >
              {m.staff_account_new_codes()}
            </Button>
          </div>
        </>
      )}
      <AuthError error={making.error} />
    </Panel>
  );
}

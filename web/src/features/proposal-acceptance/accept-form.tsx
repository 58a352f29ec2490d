import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { myBooking, type ProposalContents, type ProposalState } from "#api/my-booking.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { requiredText, ticked, useFormCheckbox, useFormField } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { isSameName } from "./same-name.ts";

const MOVED_ON = new Set(["proposal_changed", "already_accepted", "status_moved"]);

const wordsOf = (refused: unknown): string =>
  errorMessage(refused, {
    proposal_changed: m.proposal_acceptance_refusals_proposal_changed(),
    already_accepted: m.proposal_acceptance_refusals_already_accepted(),
    name_missing: m.proposal_acceptance_refusals_name_missing(),
    general: m.proposal_acceptance_refusals_general(),
  });

const schema = v.object({
  typed_name: requiredText(m.proposal_acceptance_name_missing()),
  agrees: ticked(m.proposal_acceptance_agree_missing()),
});

type AcceptFormProps = {
  proposal: ProposalState;
  /** What is on the screen: its fingerprint is what is accepted. */
  shown: ProposalContents;
  /** As the booking has it. */
  customerName: string;
  onAccepted: () => void;
  /** It can't be accepted any more as it is shown, and why. */
  onMovedOn: (words: string) => void;
};

/**
 * Acceptance of exactly these clauses and this document by typed name and checkbox. Both are named
 * by their SHA-256: if there is a newer proposal, the server refuses and it is shown. A name that is
 * not the booking's is asked about once and then signed as it was typed.
 */
export function AcceptForm({
  proposal,
  shown,
  customerName,
  onAccepted,
  onMovedOn,
}: AcceptFormProps) {
  const { control, handleSubmit, watch, setFocus } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { typed_name: "", agrees: false },
  });
  const [askedAbout, setAskedAbout] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typedName: string) =>
      myBooking.accept({
        proposal_id: proposal.id,
        sha256: proposal.sha256,
        clauses_sha256: shown.clauses_sha256,
        typed_name: typedName,
        agrees: true,
      }),
    onSuccess: onAccepted,
    onError: (refused) => MOVED_ON.has(errorCode(refused)) && onMovedOn(wordsOf(refused)),
  });
  const accept = handleSubmit(({ typed_name }) =>
    isSameName(typed_name, customerName) || askedAbout === typed_name
      ? mutate(typed_name)
      : setAskedAbout(typed_name),
  );
  const isAsking = askedAbout !== null && askedAbout === watch("typed_name").trim();

  return (
    <form className="grid gap-4 border-t border-line pt-4" noValidate onSubmit={accept}>
      <h3>{m.proposal_acceptance_accept_title()}</h3>
      <TextField
        {...useFormField(control, "typed_name")}
        label={m.proposal_acceptance_name()}
        hint={m.proposal_acceptance_name_hint()}
        autoComplete="name"
        maxLength={100}
        required
      />
      <Checkbox
        {...useFormCheckbox(control, "agrees")}
        required
        label={
          <>
            {m.proposal_acceptance_agree()}{" "}
            <a href={paths.legal.agreement}>{m.proposal_acceptance_agreement()}</a>.
          </>
        }
      />
      {error && !MOVED_ON.has(errorCode(error)) && <Refusal>{wordsOf(error)}</Refusal>}
      {isAsking && (
        <Notice tone="warning" title={m.proposal_acceptance_sign_as({ name: askedAbout })}>
          {m.proposal_acceptance_sign_as_booked({ name: customerName })}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="cta-green"
          size="lg"
          busy={isPending}
          busyLabel={m.proposal_acceptance_accepting()}
        >
          {isAsking
            ? m.proposal_acceptance_sign_as_yes({ name: askedAbout })
            : m.proposal_acceptance_accept()}
        </Button>
        {isAsking && (
          <Button variant="outline" size="lg" onClick={() => setFocus("typed_name")}>
            {m.proposal_acceptance_sign_as_no()}
          </Button>
        )}
      </div>
    </form>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { myBooking, type ProposalState } from "#api/my-booking.ts";
import { feeName } from "#business/terms.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { requiredText, ticked, useFormCheckbox, useFormField } from "#ui/form.tsx";
import { TextField } from "#ui/text-field.tsx";

const MOVED_ON = new Set(["proposal_changed", "already_accepted", "status_moved"]);

const schema = v.object({
  typed_name: requiredText(m.proposal_acceptance_name_missing()),
  agrees: ticked(m.proposal_acceptance_agree_missing()),
});

type AcceptFormProps = { proposal: ProposalState; onAccepted: () => void };

/**
 * Acceptance of exactly this document by typed name and checkbox, with the right to cancel beside
 * them. The document is named by its SHA-256: if there is a newer one, the server refuses and it is
 * shown.
 */
export function AcceptForm({ proposal, onAccepted }: AcceptFormProps) {
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { typed_name: "", agrees: false },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typedName: string) =>
      myBooking.accept({
        proposal_id: proposal.id,
        sha256: proposal.sha256,
        typed_name: typedName,
        agrees: true,
      }),
    onSuccess: onAccepted,
    onError: (refused) => MOVED_ON.has(errorCode(refused)) && onAccepted(),
  });
  const accept = handleSubmit(({ typed_name }) => mutate(typed_name));

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
      <div className="grid gap-1 rounded-sm border border-line-strong px-5 py-4 text-sm">
        <h4 className="text-sm">{m.proposal_acceptance_right_title()}</h4>
        <p>
          <strong>{m.proposal_acceptance_right()}</strong>
        </p>
        <p>{m.proposal_acceptance_right_more({ fee: feeName })}</p>
      </div>
      {error && (
        <Refusal>
          {errorMessage(error, {
            proposal_changed: m.proposal_acceptance_refusals_proposal_changed(),
            already_accepted: m.proposal_acceptance_refusals_already_accepted(),
            name_missing: m.proposal_acceptance_refusals_name_missing(),
            general: m.proposal_acceptance_refusals_general(),
          })}
        </Refusal>
      )}
      <div>
        <Button
          type="submit"
          variant="cta-green"
          size="lg"
          busy={isPending}
          busyLabel={m.proposal_acceptance_accepting()}
        >
          {m.proposal_acceptance_accept()}
        </Button>
      </div>
    </form>
  );
}

import { lazy, Suspense } from "react";
import type { MyBooking } from "#api/my-booking.ts";
import { ProposalPanel } from "#features/proposal-acceptance/proposal-panel.tsx";

const AcceptForm = lazy(async () => {
  const { AcceptForm } = await import("#features/proposal-acceptance/accept-form.tsx");
  return { default: AcceptForm };
});

type ProposalPartProps = { booking: MyBooking; onAccepted: () => void };

/** The proposal, if any, and its acceptance while the order is open. */
export function ProposalPart({ booking, onAccepted }: ProposalPartProps) {
  const { proposal, status } = booking;
  if (!proposal) return null;
  return (
    <ProposalPanel
      proposal={proposal}
      acceptance={
        proposal.status === "ready" &&
        status !== "cancelled" && (
          <Suspense>
            <AcceptForm key={proposal.id} proposal={proposal} onAccepted={onAccepted} />
          </Suspense>
        )
      }
    />
  );
}

import type { ReactNode } from "react";
import { type ProposalContents, type ProposalState, useProposalContents } from "#api/my-booking.ts";
import { dayAndTimeOf, lastDayBefore, longDay } from "#lib/dates.ts";
import { fileSize } from "#lib/format.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { ofThisOrder } from "#lib/order-address.ts";
import { m } from "#paraglide/messages.js";
import { ActionResult } from "#ui/action-result.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Clauses } from "./clauses.tsx";

const TONES: Record<ProposalState["status"], BadgeTone> = {
  ready: "warning",
  accepted: "success",
  superseded: "quiet",
};

type ProposalPanelProps = {
  proposal: ProposalState;
  /** The form that accepts what is shown, while the order is open. */
  acceptance: (shown: ProposalContents) => ReactNode;
  /** What came of an acceptance on this page, if it was pressed. */
  answer: "accepted" | { refusal: string } | null;
};

/**
 * The proposal: its clauses, its document, and how it was accepted (PROP-01). Nothing can be signed
 * before all of it is on the screen.
 */
export function ProposalPanel({ proposal, acceptance, answer }: ProposalPanelProps) {
  const { id, status, file, version, total_cents } = proposal;
  const query = useProposalContents(id);

  return (
    <Panel
      id="proposal"
      title={m.proposal_acceptance_title()}
      badge={<Badge tone={TONES[status]}>{m.proposal_acceptance({ status })}</Badge>}
    >
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-3.5 gap-y-4 sm:grid-cols-[auto_1fr_auto]">
        <Icon className="text-quiet" name="document" size="lg" />
        <div>
          <p className="font-semibold wrap-anywhere">{file.title}</p>
          <p className="text-sm text-quiet tabular-nums">
            {m.proposal_acceptance_facts({ version, size: fileSize(file.size_bytes) })}
          </p>
          <p className="text-sm text-quiet tabular-nums">
            {m.proposal_acceptance_total()} {dollarsAndCents(total_cents)}
          </p>
        </div>
        <Button
          className="col-span-full justify-self-start sm:col-auto"
          variant="outline"
          href={ofThisOrder(file.url)}
        >
          {m.proposal_acceptance_download()}
        </Button>
      </div>
      {status === "accepted" && (
        <ActionResult isNew={answer !== null}>
          <Accepted proposal={proposal} />
        </ActionResult>
      )}
      {status !== "accepted" && answer !== null && answer !== "accepted" && (
        <ActionResult>
          <Refusal>{answer.refusal}</Refusal>
        </ActionResult>
      )}
      <Loaded
        query={query}
        loading={m.proposal_acceptance_loading()}
        failed={m.proposal_acceptance_loading_failed()}
      >
        {(shown) =>
          status === "ready" ? (
            <>
              <Clauses clauses={shown.clauses} />
              {acceptance(shown)}
            </>
          ) : (
            <details className="grid gap-4">
              <summary className="min-h-target content-center font-semibold">
                {m.proposal_acceptance_read_again()}
              </summary>
              <div className="mt-2">
                <Clauses clauses={shown.clauses} />
              </div>
            </details>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Accepted({ proposal }: { proposal: ProposalState }) {
  const { accepted_at, accepted_name, cancel_until } = proposal;
  return (
    <Notice
      tone="success"
      title={
        accepted_at &&
        m.proposal_acceptance_accepted_by({ name: accepted_name, when: dayAndTimeOf(accepted_at) })
      }
    >
      {cancel_until &&
        m.proposal_acceptance_cancel_until({ day: longDay(lastDayBefore(cancel_until)) })}
    </Notice>
  );
}

import type { StaffFile, StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf, lastDayBefore, longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { disabledReason } from "../actions/actions.ts";
import { useOpenDialog } from "../actions/dialogs.ts";
import { Fact, Line, Lines } from "../line.tsx";
import { paperWords as words } from "./copy.ts";
import { DownloadButton } from "./download-button.tsx";

/** The proposal and every other document of the order. */
export function DocumentsPanel({ order }: { order: StaffOrder }) {
  const { proposal, files } = order;
  const open = useOpenDialog();
  return (
    <Panel
      size="sm"
      id="papers"
      title={words.title}
      badge={
        proposal && (
          <Badge tone={proposal.status === "accepted" ? "success" : "info"}>
            {words.states[proposal.status]}
          </Badge>
        )
      }
    >
      {proposal ? (
        <Proposal proposal={proposal} />
      ) : (
        <p className="text-quiet">{words.noProposal}</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!proposal && (
          <ActionButton
            needs="make_papers"
            notNow={disabledReason(order, "make_proposal")}
            onClick={() => open({ is: "proposal" })}
          >
            {words.generate}
          </ActionButton>
        )}
        <ActionButton
          needs="make_papers"
          notNow={disabledReason(order, "make_hoa_packet")}
          onClick={() => open({ is: "hoa" })}
        >
          {words.hoa}
        </ActionButton>
      </div>
      <h3 className="pt-1 text-sm">{words.files}</h3>
      {files.length === 0 ? (
        <p className="text-quiet">{words.noFiles}</p>
      ) : (
        <Lines>
          {files.map((file) => (
            <File key={file.id} order={order} file={file} />
          ))}
        </Lines>
      )}
    </Panel>
  );
}

const FACT = "text-xs text-quiet wrap-anywhere";

function Proposal({ proposal }: { proposal: NonNullable<StaffOrder["proposal"]> }) {
  const { version, total_cents, accepted_at, accepted_name, cancel_until } = proposal;
  return (
    <div>
      <p>{words.version(version, dollarsAndCents(total_cents))}</p>
      {accepted_at && (
        <p className={FACT}>{words.acceptedBy(accepted_name, dayAndTimeOf(accepted_at))}</p>
      )}
      {cancel_until && (
        <p className={FACT}>{words.cancelUntil(longDay(lastDayBefore(cancel_until)))}</p>
      )}
    </div>
  );
}

const File = ({ order, file }: { order: StaffOrder; file: StaffFile }) => (
  <Line
    title={file.title}
    facts={
      <Fact>{words.fileFacts(words.size(file.size_bytes), dayAndTimeOf(file.created_at))}</Fact>
    }
  >
    <DownloadButton order={order} file={file} />
  </Line>
);

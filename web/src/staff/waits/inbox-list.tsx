import { useState } from "react";
import { type InboxRow, useInbox } from "#api/staff-waits.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { Fact } from "../orders/parts.tsx";
import { SegmentedChoice } from "../shell/screen.tsx";
import { PagedRows } from "./paged-rows.tsx";
import { SetAside } from "./set-aside.tsx";

const VERDICTS = ["nobody", "forged", "ignored", "set_aside"] as const;

/** Emails and texts that went to no order, however old: nothing that came in is lost (IN-02). */
export function InboxList() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {m.staff_inbox_all()}
        </Button>
      </div>
      {isOpen && (
        <Panel size="sm" id="inbox" title={m.staff_inbox_all()}>
          <Lists />
        </Panel>
      )}
    </div>
  );
}

function Lists() {
  const [verdict, setVerdict] = useState<(typeof VERDICTS)[number]>("nobody");
  const query = useInbox(verdict);
  return (
    <div className="grid gap-3 text-sm">
      <SegmentedChoice
        legend={m.staff_inbox_which()}
        name="verdict"
        options={VERDICTS}
        labelOf={(one) => m.staff_inbox_verdict({ verdict: one })}
        value={verdict}
        onChange={setVerdict}
      />
      <PagedRows query={query}>{(row) => <Row key={row.id} row={row} />}</PagedRows>
    </div>
  );
}

function Row({ row }: { row: InboxRow }) {
  const sender = row.sender || m.staff_inbox_unknown_sender();
  return (
    <li className="grid gap-1 border-t border-line pt-2">
      <strong className="wrap-anywhere">{sender}</strong>
      {row.subject && <p className="wrap-anywhere">{row.subject}</p>}
      <Fact>{m.staff_inbox_when({ when: dayAndTimeOf(row.received_at), reason: row.reason })}</Fact>
      <div>
        <SetAside item={{ id: row.id, title: sender }} />
      </div>
    </li>
  );
}

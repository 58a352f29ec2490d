import { useState } from "react";
import type { StaffMessage, StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { messageTones, messageWords, nameOf, outcomeOf } from "./messages/copy.ts";
import { ActionButton, Fact, LineFrame, useOpenDialog } from "./parts.tsx";

const SHOWN_AT_FIRST = 6;

/** Messages sent to the customer, with their delivery status. */
export function MessagesPart({ order }: { order: StaffOrder }) {
  const [isWhole, setWhole] = useState(false);
  const { messages } = order;
  const shown = isWhole ? messages : messages.filter(isShownAtFirst);
  return (
    <Panel size="sm" id="messages" title={messageWords.title}>
      {messages.length === 0 && <p className="text-quiet">{messageWords.none}</p>}
      <ol className="list-none p-0">
        {shown.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {shown.length < messages.length && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setWhole(true)}>
            {messageWords.more(messages.length)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

// The newest, and failed ones however old.
const isShownAtFirst = (message: StaffMessage, index: number) =>
  index < SHOWN_AT_FIRST || ["dead", "undelivered"].includes(outcomeOf(message));

function Message({ message }: { message: StaffMessage }) {
  const open = useOpenDialog();
  const { channel, recipient, text, last_error, can_resend } = message;
  const outcome = outcomeOf(message);
  return (
    <LineFrame>
      <details className="min-w-0 flex-[1_1_16rem]">
        <summary className="min-h-target py-1">
          <strong className="wrap-anywhere">{nameOf(message)}</strong>
          <Fact>
            {messageWords.facts(
              messageWords.channels[channel],
              recipient,
              dayAndTimeOf(message.created_at),
            )}
          </Fact>
        </summary>
        {last_error && (
          <p className="text-xs text-quiet wrap-anywhere">{messageWords.lastAnswer(last_error)}</p>
        )}
        <p className="pt-1 pb-2 wrap-anywhere whitespace-pre-line">{text}</p>
      </details>
      <Badge tone={messageTones[outcome]}>{messageWords.states[outcome]}</Badge>
      <ActionButton
        needs="send_messages"
        notNow={can_resend ? null : messageWords.notNow}
        onClick={() => open({ is: "resend", message })}
      >
        {messageWords.again}
      </ActionButton>
    </LineFrame>
  );
}

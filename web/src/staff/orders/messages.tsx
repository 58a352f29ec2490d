import { useState } from "react";
import type { StaffMessage, StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { NotInRole } from "../session/me.tsx";
import { KeptNote, OutcomeBadge } from "../shell/message-outcome.tsx";
import { ActionButton, Fact, LineFrame } from "./parts.tsx";

/**
 * Name of a message: an email's subject; a text has none, so its kind: "photo_link" is "Photo
 * link".
 */
export function nameOf({ subject, kind }: StaffMessage): string {
  const plain = kind.replaceAll("_", " ");
  return subject || `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

/**
 * What can be sent, and what did not arrive. All messages are one press away: the conversation
 * above has them already.
 */
export function MessagesPart({ order }: { order: StaffOrder }) {
  const [isWhole, setWhole] = useState(false);
  const { messages, sendable_messages } = order;
  const shown = isWhole ? messages : messages.filter(isShownAtFirst);
  return (
    <Panel size="sm" id="messages" title={m.staff_messages_message_title()}>
      <div className="flex flex-wrap gap-2">
        {sendable_messages.map(({ kind, title, why_not }) => (
          <ActionButton
            key={kind}
            needs="send_messages"
            notNow={why_not || null}
            opens={{ is: "message", kind, name: title, isAgain: false }}
          >
            {m.staff_messages_message_send_name({ name: title })}
          </ActionButton>
        ))}
        <NotInRole needs={["send_messages"]} />
      </div>
      {/* The conversation has said it; here it stands with the messages that it is about. */}
      <KeptNote outcomes={shown.map(({ outcome }) => outcome)} />
      {messages.length === 0 && <p className="text-quiet">{m.staff_messages_message_none()}</p>}
      {shown.length > 0 && (
        <ol className="list-none p-0">
          {shown.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
      {shown.length < messages.length && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setWhole(true)}>
            {m.message_list_more({ count: messages.length })}
          </Button>
        </div>
      )}
    </Panel>
  );
}

const isShownAtFirst = ({ outcome }: StaffMessage) => ["dead", "undelivered"].includes(outcome);

function Message({ message }: { message: StaffMessage }) {
  const { channel, recipient, text, outcome, last_error, can_resend } = message;
  return (
    <LineFrame>
      <details className="min-w-0 flex-[1_1_16rem]">
        <summary className="min-h-target py-1">
          <strong className="wrap-anywhere">{nameOf(message)}</strong>
          <Fact>
            {m.staff_messages_message_facts({
              channel: m.staff_messages_message_channels({ channel }),
              recipient,
              when: dayAndTimeOf(message.created_at),
            })}
          </Fact>
        </summary>
        {last_error && (
          <p className="text-xs text-quiet wrap-anywhere">
            {m.staff_messages_message_last_answer({ why: last_error })}
          </p>
        )}
        <p className="pt-1 pb-2 wrap-anywhere whitespace-pre-line">{text}</p>
      </details>
      <OutcomeBadge outcome={outcome} />
      <ActionButton
        needs="send_messages"
        notNow={can_resend ? null : m.staff_messages_message_not_now()}
        opens={{ is: "message", kind: message.kind, name: nameOf(message), isAgain: true }}
      >
        {m.staff_messages_message_send({ again: "yes" })}
      </ActionButton>
    </LineFrame>
  );
}

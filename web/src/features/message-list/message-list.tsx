import { useState } from "react";
import { type BookingMessage, useMessages } from "#api/my-booking.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Panel } from "#ui/panel.tsx";
import { copy } from "./copy.ts";
import "./message-list.css";

const SHOWN_AT_FIRST = 5;

/** Every e-mail and text message of the order, newest first. */
export function MessageList() {
  const query = useMessages();

  return (
    <Panel id="messages" title={copy.title}>
      <Loaded query={query} words={copy}>
        {(messages) => <Messages messages={messages} />}
      </Loaded>
    </Panel>
  );
}

function Messages({ messages }: { messages: readonly BookingMessage[] }) {
  const [isWhole, setWhole] = useState(false);

  if (messages.length === 0) return <p className="message-list__lead">{copy.none}</p>;
  return (
    <>
      <p className="message-list__lead">{copy.lead}</p>
      <ol className="message-list">
        {messages.slice(0, isWhole ? undefined : SHOWN_AT_FIRST).map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {!isWhole && messages.length > SHOWN_AT_FIRST && (
        <div>
          <Button variant="outline" onClick={() => setWhole(true)}>
            {copy.more(messages.length)}
          </Button>
        </div>
      )}
    </>
  );
}

function Message({ message }: { message: BookingMessage }) {
  const { channel, subject, text, status, at } = message;
  return (
    <li>
      <details className="message group">
        <summary className="message__summary">
          <Icon
            className="text-quiet last:transition-transform group-open:last:rotate-180"
            name={channel === "email" ? "mail" : "message"}
          />
          <span className="message__head">
            <span className="message__subject">{subject || text}</span>
            <span className="message__facts">
              {copy.facts(copy.channels[channel], dayAndTimeOf(at), copy.states[status])}
            </span>
          </span>
          <Icon
            className="text-quiet last:transition-transform group-open:last:rotate-180"
            name="chevron-down"
            size="sm"
          />
        </summary>
        <p className="message__text">{text}</p>
      </details>
    </li>
  );
}

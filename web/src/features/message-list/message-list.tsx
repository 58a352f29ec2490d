import { useState } from "react";
import { type BookingMessage, useMessages } from "#api/my-booking.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Fold } from "#ui/fold.tsx";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Panel } from "#ui/panel.tsx";

const SHOWN_AT_FIRST = 5;

type MessageListProps = { isFolded?: boolean };

/** Every email and text message of the order, newest first. */
export function MessageList({ isFolded = false }: MessageListProps) {
  const query = useMessages();

  return (
    <Panel id="messages" title={m.message_list_title()}>
      <Loaded query={query} loading={m.message_list_loading()} failed={m.message_list_failed()}>
        {(messages) =>
          isFolded && messages.length > 0 ? (
            <Fold title={m.message_list_more({ count: messages.length })}>
              <Messages messages={messages} />
            </Fold>
          ) : (
            <Messages messages={messages} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Messages({ messages }: { messages: readonly BookingMessage[] }) {
  const [isWhole, setWhole] = useState(false);

  if (messages.length === 0) return <p className="text-base text-quiet">{m.message_list_none()}</p>;
  return (
    <>
      <p className="text-base text-quiet">{m.message_list_lead()}</p>
      <ol className="list-none p-0">
        {messages.slice(0, isWhole ? undefined : SHOWN_AT_FIRST).map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {!isWhole && messages.length > SHOWN_AT_FIRST && (
        <div>
          <Button variant="outline" onClick={() => setWhole(true)}>
            {m.message_list_more({ count: messages.length })}
          </Button>
        </div>
      )}
    </>
  );
}

function Message({ message }: { message: BookingMessage }) {
  const { channel, subject, text, outcome, at } = message;
  return (
    <li className="border-line not-first:border-t">
      <details className="group">
        <summary className="grid min-h-14 list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3.5 py-2.5 [&::-webkit-details-marker]:hidden">
          <Icon className="text-quiet" name={channel === "email" ? "mail" : "message"} />
          <span className="grid leading-[1.4]">
            <span className="truncate text-base font-semibold">{subject || text}</span>
            <span className="text-sm text-quiet">
              {m.message_list_facts({
                channel: m.message_list_channels({ channel }),
                when: dayAndTimeOf(at),
                state: m.message_list_states({ outcome }),
              })}
            </span>
          </span>
          <Icon
            className="text-quiet transition-transform group-open:rotate-180"
            name="chevron-down"
            size="sm"
          />
        </summary>
        <p className="ps-9.5 pb-4 text-sm whitespace-pre-line wrap-anywhere">{text}</p>
      </details>
    </li>
  );
}

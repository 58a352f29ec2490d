import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import type { Schemas } from "#api/client.ts";
import { useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { StaffOrder } from "#api/staff-orders.ts";
import { useMarkAnswered } from "#api/staff-waits.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";
import { useToast } from "#ui/toast.tsx";
import { Allowed, NotInRole, useMe } from "../session/me.tsx";
import { FormTextArea, FormTextField } from "../shell/form.tsx";
import { KeptNote, OutcomeBadge } from "../shell/message-outcome.tsx";
import { SegmentedChoice } from "../shell/screen.tsx";
import { SettleButtons } from "../shell/settle-buttons.tsx";
import { drafts, useOrderAction } from "./order-action.tsx";
import { LoadedPart } from "./parts.tsx";
import { ReceivedFiles } from "./received-files.tsx";
import { segmentsOf } from "./text-length.ts";

type Conversation = Schemas["ConversationOut"];
type Entry = Conversation["entries"][number];
type Channel = Entry["channel"];

/** Texts and emails with the customer as one thread, and what staff write in it (OPS-21.1). */
export function ConversationPart({ order }: { order: StaffOrder }) {
  const query = useStaffQuery(
    staffKeys.order.conversation(order.id),
    "/api/staff/orders/{order_id}/conversation",
    { path: { order_id: order.id } },
    { refetchInterval: 60_000 },
  );
  return (
    <Panel size="sm" id="conversation" title={m.staff_conversation_title()}>
      <LoadedPart query={query}>
        {(conversation) => (
          <>
            <Thread order={order} entries={conversation.entries} />
            <Allowed to="send_messages" otherwise={<NotInRole needs={["send_messages"]} />}>
              <WriteForm order={order} conversation={conversation} />
            </Allowed>
          </>
        )}
      </LoadedPart>
    </Panel>
  );
}

function Thread({ order, entries }: { order: StaffOrder; entries: readonly Entry[] }) {
  if (entries.length === 0)
    return <p className="text-quiet">{m.staff_conversation_none({ name: order.customer.name })}</p>;
  const waiting = entries.filter(({ is_to_answer }) => is_to_answer).at(-1);
  return (
    <>
      {/* Reversed, so that it opens at the newest. */}
      <ScrollRegion
        className="flex max-h-128 flex-col-reverse overflow-y-auto"
        aria-label={m.staff_conversation_thread()}
      >
        <ol className="flex list-none flex-col-reverse gap-2 p-0">
          {entries.toReversed().map((entry) => (
            <EntryItem key={`${entry.is_from_customer} ${entry.id}`} order={order} entry={entry} />
          ))}
        </ol>
      </ScrollRegion>
      <KeptNote outcomes={entries.map(({ outcome }) => outcome)} />
      {waiting && (
        <Allowed to="send_messages">
          <AnsweredButton id={Number(waiting.id)} />
        </Allowed>
      )}
    </>
  );
}

const SIDES = {
  theirs: "self-start border-line bg-surface-sunken",
  ours: "self-end border-line bg-info-surface",
};

function EntryItem({ order, entry }: { order: StaffOrder; entry: Entry }) {
  const { is_from_customer, channel, subject, text, outcome, error, code, at } = entry;
  return (
    <li
      className={`grid max-w-[85%] gap-1 rounded-md border px-3 py-2 ${SIDES[is_from_customer ? "theirs" : "ours"]}`}
    >
      <p className="text-xs text-quiet">
        {m.staff_conversation_facts({
          who: is_from_customer ? order.customer.name : m.staff_conversation_us(),
          channel: m.staff_messages_message_channels({ channel }),
          when: dayAndTimeOf(at),
        })}
        {code && code !== order.code && ` · ${code}`}
      </p>
      {channel === "email" ? (
        <details open={is_from_customer}>
          <summary className="min-h-target py-2 font-semibold wrap-anywhere">{subject}</summary>
          <Words entry={entry} />
        </details>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      )}
      {entry.sender && entry.sender.toLowerCase() !== order.customer.email.toLowerCase() && (
        <p className="text-xs text-quiet">{m.staff_conversation_from({ sender: entry.sender })}</p>
      )}
      {entry.proof && (
        <p className="text-xs text-quiet">{m.staff_conversation_proof({ proof: entry.proof })}</p>
      )}
      {entry.files.length > 0 && (
        <ReceivedFiles order={order} files={entry.files} original={entry.original} />
      )}
      {outcome && (
        <p className="flex flex-wrap items-center gap-2 text-xs text-quiet">
          <OutcomeBadge outcome={outcome} />
          {error}
        </p>
      )}
      {entry.is_to_settle && (
        <>
          <p>
            <Badge tone="warning">{m.staff_conversation_to_settle()}</Badge>
          </p>
          <Allowed to="send_messages">
            <SettleButtons id={Number(entry.id)} name={order.customer.name} />
          </Allowed>
        </>
      )}
      {entry.is_to_answer && (
        <p>
          <Badge tone="warning">{m.staff_conversation_to_answer()}</Badge>
        </p>
      )}
    </li>
  );
}

/** An email: what its sender wrote, and folded what they quote and their signature. */
const Words = ({ entry: { text, passages } }: { entry: Entry }) =>
  passages.length === 0 ? (
    <p className="wrap-anywhere whitespace-pre-line">{text}</p>
  ) : (
    passages.map((passage, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the passages of an email never change
      <Passage key={place} passage={passage} />
    ))
  );

const Passage = ({ passage: { text, is_folded } }: { passage: Entry["passages"][number] }) =>
  is_folded ? (
    <details className="text-quiet">
      <summary className="min-h-target py-2">{m.staff_conversation_quoted()}</summary>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </details>
  ) : (
    <p className="wrap-anywhere whitespace-pre-line">{text}</p>
  );

function AnsweredButton({ id }: { id: number }) {
  const marking = useMarkAnswered();
  return (
    <div>
      <Button
        variant="outline"
        size="sm"
        busy={marking.isPending}
        onClick={() => marking.mutate({ path: { message_id: id } })}
      >
        {m.staff_conversation_mark()}
      </Button>
    </div>
  );
}

const schema = v.variant("channel", [
  v.object({
    channel: v.literal("sms"),
    subject: v.string(),
    text: requiredText(m.staff_conversation_text_missing()),
  }),
  v.object({
    channel: v.literal("email"),
    subject: requiredText(m.staff_conversation_subject_missing()),
    text: requiredText(m.staff_conversation_text_missing()),
  }),
]);

type WriteFormProps = { order: StaffOrder; conversation: Conversation };

function WriteForm({ order, conversation }: WriteFormProps) {
  const { ways } = conversation;
  const { not_connected } = useMe();
  const toast = useToast();
  const draftKey = `conversation ${order.id}`;
  const firstOpen = ways.find(({ why_not }) => why_not === "")?.channel ?? "sms";
  const form = useForm<{ channel: Channel; subject: string; text: string }>({
    resolver: valibotResolver(schema),
    defaultValues: { channel: firstOpen, subject: "", text: "", ...drafts.get(draftKey) },
  });
  const { control, getValues, handleSubmit, setValue } = form;
  const { run, isSending, refusal } = useOrderAction(
    order,
    "post",
    "/api/staff/orders/{order_id}/conversation",
    {
      once: draftKey,
      onDone: ({ leaves_at }) => {
        const isKept = not_connected.includes(getValues("channel"));
        form.reset({ channel: getValues("channel"), subject: "", text: "" });
        const title =
          leaves_at && !isKept
            ? m.staff_conversation_leaves({ when: dayAndTimeOf(leaves_at) })
            : m.staff_conversation_sent({ is: isKept ? "kept" : "leaving" });
        toast({ customer: order.customer.name, title, tone: "success" });
      },
      form,
      draftKey,
    },
  );
  const { channel, text } = useWatch({ control });
  const whyNot = ways.find((way) => way.channel === channel)?.why_not ?? "";

  return (
    <form
      className="grid gap-3 border-t border-line pt-3 text-sm"
      onChange={() => drafts.set(draftKey, getValues())}
      onSubmit={handleSubmit((values) => {
        if (isSending) return;
        const { channel, subject, text } = values;
        const body = channel === "sms" ? { channel, text } : { channel, subject, text };
        run(() => ({ path: { order_id: order.id }, body }));
      })}
      noValidate
    >
      <SegmentedChoice
        legend={m.staff_conversation_by()}
        name="channel"
        options={["sms", "email"] as const}
        labelOf={(one) => m.staff_messages_message_channels({ channel: one })}
        value={channel ?? "sms"}
        onChange={(one) => setValue("channel", one)}
      />
      {whyNot ? (
        <Notice tone="warning">{whyNot}</Notice>
      ) : (
        <>
          {channel === "email" && (
            <FormTextField
              control={control}
              name="subject"
              size="sm"
              label={m.staff_conversation_subject()}
              maxLength={120}
              autoComplete="off"
            />
          )}
          <FormTextArea
            control={control}
            name="text"
            size="sm"
            label={m.staff_conversation_text({ name: order.customer.name })}
            rows={3}
            maxLength={channel === "email" ? 4000 : 400}
          />
          {channel === "sms" && <TextNotes conversation={conversation} text={text ?? ""} />}
          {refusal && <Notice tone="danger">{refusal}</Notice>}
          <div>
            <Button type="submit" size="sm" busy={isSending}>
              {m.staff_conversation_send()}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** How long a text is, and when it goes. */
function TextNotes({ conversation, text }: { conversation: Conversation; text: string }) {
  const { texts_leave_at, text_prefix, most_segments } = conversation;
  const segments = segmentsOf(`${text_prefix}${text}`);
  return (
    <>
      {text && (
        <p className="text-xs text-quiet" role="status">
          {segments > most_segments
            ? m.staff_conversation_too_long()
            : m.staff_conversation_segments({ count: segments })}
        </p>
      )}
      {texts_leave_at && (
        <p className="text-xs text-quiet">
          {m.staff_conversation_quiet({ when: dayAndTimeOf(texts_leave_at) })}
        </p>
      )}
    </>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { type Schemas, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Allowed, useMay, useMe } from "../session/me.tsx";
import { FormPhoneField, showProblem } from "../shell/form.tsx";
import { OutcomeBadge } from "../shell/message-outcome.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { Settings } from "./section.tsx";

export type Connection = Schemas["ConnectionOut"];
type Name = Connection["name"];
type Result = Schemas["ConnectionTestOut"];

/** What mail, texts, cards and maps are set to, and a test of each (OPS-14.4). */
export function ConnectionsSection() {
  const query = useQuery({
    queryKey: staffKeys.settings.section("connections"),
    queryFn: () => unwrap(staff.GET("/api/staff/settings/connections")),
  });

  return (
    <>
      <Settings query={query}>
        {(connections) =>
          connections.map((connection) => (
            <ConnectionPanel key={connection.name} connection={connection} />
          ))
        }
      </Settings>
      <Allowed to="see_messages">
        <MessagesWithoutOrder />
      </Allowed>
    </>
  );
}

function ConnectionPanel({ connection }: { connection: Connection }) {
  const { name, provider, is_live, details, variables, last_success_at, last_failure_at } =
    connection;

  return (
    <Panel
      id={name}
      title={m.staff_connection_name({ name })}
      size="sm"
      badge={
        <Badge tone={is_live ? "success" : "warning"}>
          {is_live ? m.staff_connection_live() : m.staff_connection_not_live()}
        </Badge>
      }
    >
      <p>{m.staff_connection_is({ provider: `${name}_${provider}` })}</p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {Object.entries(details).map(([detail, value]) => (
          <Fact key={detail} name={m.staff_connection_detail({ detail })} value={value} />
        ))}
        {last_success_at && (
          <Fact
            name={m.staff_connection_last_success({ provider: `${name}_${connection.provider}` })}
            value={dayAndTimeOf(last_success_at)}
          />
        )}
        {last_failure_at && (
          <Fact name={m.staff_connection_last_failure()} value={dayAndTimeOf(last_failure_at)} />
        )}
        <Fact name={m.staff_connection_variables()} value={variables.join(", ")} />
      </dl>
      <Allowed to="change_catalog">
        {name === "texts" ? <TextTest provider={provider} /> : <SimpleTest {...connection} />}
      </Allowed>
    </Panel>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="text-quiet">{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </>
);

function useTest<Input>(test: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: test,
    onSuccess: () => {
      void reload(
        queries,
        staffKeys.settings.section("connections"),
        staffKeys.messagesWithoutOrder,
      );
    },
  });
}

const tests = {
  mail: () => unwrap(staff.POST("/api/staff/settings/connections/mail/test")),
  cards: () => unwrap(staff.POST("/api/staff/settings/connections/cards/test")),
  maps: () => unwrap(staff.POST("/api/staff/settings/connections/maps/test")),
};

function SimpleTest({ name, provider }: Pick<Connection, "name" | "provider">) {
  const { email } = useMe();
  const testing = useTest(name === "texts" ? tests.mail : tests[name]);

  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="outline"
        size="md"
        busy={testing.isPending}
        onClick={() => testing.mutate(undefined)}
      >
        {m.staff_connection_test({ name, email })}
      </Button>
      <Outcome name={name} provider={provider} testing={testing} />
    </div>
  );
}

const phoneSchema = v.object({ phone: requiredText(m.staff_company_phone_wrong()) });

function TextTest({ provider }: { provider: string }) {
  const form = useForm({
    resolver: valibotResolver(phoneSchema),
    defaultValues: { phone: "" },
  });
  const testing = useTest((body: { phone: string }) =>
    unwrap(staff.POST("/api/staff/settings/connections/texts/test", { body })).catch(
      (failure: unknown) => {
        showProblem(form, failure);
        throw failure;
      },
    ),
  );

  return (
    <form
      className="grid max-w-90 justify-items-start gap-2"
      onSubmit={form.handleSubmit((values) => testing.mutate(values))}
      noValidate
    >
      <FormPhoneField
        control={form.control}
        name="phone"
        className="w-full"
        label={m.staff_connection_test_phone()}
        size="sm"
        autoComplete="off"
      />
      <Button type="submit" variant="outline" size="md" busy={testing.isPending}>
        {m.staff_connection_test_text()}
      </Button>
      <Outcome name="texts" provider={provider} testing={testing} />
    </form>
  );
}

type OutcomeProps = {
  name: Name;
  provider: string;
  testing: { data: Result | undefined; error: unknown; isPending: boolean };
};

function Outcome({ name, provider, testing }: OutcomeProps) {
  const { data, error, isPending } = testing;
  if (isPending) return null;
  if (error) return <StaffProblem problem={error} />;
  if (!data) return null;
  if (!data.is_ok) {
    return (
      <Notice tone="warning" title={m.staff_connection_failed()}>
        {data.reason}
      </Notice>
    );
  }
  return (
    <Notice tone="success">
      {m.staff_connection_works({ provider: `${name}_${provider}` })} {data.reason}
    </Notice>
  );
}

const MOST_SHOWN = 50;

// Everything that was written, also what nobody got.
const STATUSES = ["queued", "sent", "dead", "suppressed"] as const;

async function messagesWithoutOrder() {
  const lists = await Promise.all(
    STATUSES.map(async (status) =>
      unwrap(
        staff.GET("/api/staff/messages", { params: { query: { status, without_order: true } } }),
      ),
    ),
  );
  return lists.flat().sort((one, other) => other.created_at.localeCompare(one.created_at));
}

/** Messages of no order: who else would find them, as long as nothing is sent? */
function MessagesWithoutOrder() {
  const mayOpen = useMay("see_messages");
  const query = useQuery({
    queryKey: staffKeys.messagesWithoutOrder,
    queryFn: messagesWithoutOrder,
    enabled: mayOpen,
  });

  return (
    <Panel id="messages-without-order" title={m.staff_messages_without_order()} size="sm">
      <p className="text-quiet">{m.staff_messages_without_order_note()}</p>
      <Settings query={query}>
        {(messages) => (
          <ul className="grid">
            {messages.length === 0 && <li>{m.staff_messages_without_order_none()}</li>}
            {messages.slice(0, MOST_SHOWN).map((message) => (
              <MessageItem key={message.id} message={message} />
            ))}
          </ul>
        )}
      </Settings>
    </Panel>
  );
}

function MessageItem({ message }: { message: Schemas["StaffMessageOut"] }) {
  const { subject, text, recipient, last_error, created_at } = message;
  return (
    <li className="flex flex-wrap items-start gap-2 border-b border-line py-1 last:border-none">
      <details className="min-w-0 flex-[1_1_16rem]">
        <summary className="min-h-target cursor-pointer py-1 wrap-anywhere">
          {subject || text}{" "}
          <span className="text-quiet">
            {recipient}, {dayAndTimeOf(created_at)}
          </span>
        </summary>
        {last_error && (
          <p className="text-xs text-quiet wrap-anywhere">
            {m.staff_messages_message_last_answer({ why: last_error })}
          </p>
        )}
        <p className="pb-3 whitespace-pre-line wrap-anywhere">{text}</p>
      </details>
      <OutcomeBadge outcome={message.outcome} />
    </li>
  );
}

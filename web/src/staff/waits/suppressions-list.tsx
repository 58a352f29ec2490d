import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Schemas, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { reloadWaits, staffKeys } from "#api/staff-keys.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { formatPhone } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useToast } from "#ui/toast.tsx";
import { Fact } from "../orders/parts.tsx";
import { Allowed } from "../session/me.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { PagedRows } from "./paged-rows.tsx";

type Suppression = Schemas["SuppressionOut"];

/** Who gets nothing by a channel, with the evidence, and the press that lifts it (MSG-04). */
export default function SuppressionsList() {
  const [search, setSearch] = useState("");
  return (
    <Panel size="sm" id="suppressions" title={m.staff_suppressions_title()}>
      <p className="text-xs text-quiet">{m.staff_suppressions_note()}</p>
      <Search onSearch={setSearch} />
      <Found key={search} search={search} />
    </Panel>
  );
}

// The search text is personal data, so it is never put into the URL.
function Search({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search>
      <form className="flex flex-wrap items-end gap-2" onSubmit={submit}>
        <TextField
          className="min-w-0 flex-[1_1_14rem]"
          label={m.staff_suppressions_search()}
          name="recipient"
          size="sm"
          type="search"
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" variant="outline" size="sm">
          {m.staff_suppressions_find()}
        </Button>
      </form>
    </search>
  );
}

const useSuppressions = (search: string) =>
  useInfiniteQuery({
    queryKey: staffKeys.waits.suppressions(search),
    queryFn: ({ pageParam }) =>
      unwrap(
        staff.GET("/api/staff/suppressions", {
          params: { query: { search, ...(pageParam && { before: pageParam }) } },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next_before }) => next_before,
  });

function Found({ search }: { search: string }) {
  const query = useSuppressions(search);
  return (
    <div className="grid gap-3 text-sm" aria-live="polite">
      <PagedRows query={query}>{(row) => <Row key={row.id} row={row} />}</PagedRows>
    </div>
  );
}

function nameOf({ channel, recipient, is_erased }: Suppression): string {
  if (is_erased) return m.staff_suppressions_erased();
  return channel === "sms" ? formatPhone(recipient) : recipient;
}

function Row({ row }: { row: Suppression }) {
  const name = nameOf(row);
  return (
    <li className="grid gap-1 border-t border-line pt-2">
      <span className="flex flex-wrap items-center gap-2">
        <strong className="wrap-anywhere">{name}</strong>
        <Badge tone={row.is_pause ? "warning" : "quiet"} size="sm">
          {m.staff_suppressions_gets_no({ channel: row.channel })}
        </Badge>
        {row.unsent > 0 && (
          <Badge tone="danger" size="sm">
            {m.staff_suppressions_unsent({ count: row.unsent })}
          </Badge>
        )}
      </span>
      <Fact>{m.staff_suppressions_why({ when: dayAndTimeOf(row.since), why: row.evidence })}</Fact>
      {row.words && <p className="whitespace-pre-line wrap-anywhere">“{row.words}”</p>}
      {row.texts_need && <Fact>{m.staff_suppressions_needs({ word: row.texts_need })}</Fact>}
      <Allowed to="send_messages">
        <Lift row={row} name={name} />
      </Allowed>
    </li>
  );
}

function Lift({ row, name }: { row: Suppression; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="outline"
        size="sm"
        aria-label={m.staff_suppressions_lift_of({ name })}
        onClick={() => setOpen(true)}
      >
        {m.staff_suppressions_lift()}
      </Button>
      {isOpen && <LiftDialog row={row} name={name} onClose={() => setOpen(false)} />}
    </div>
  );
}

const lift = (id: number) =>
  unwrap(
    staff.POST("/api/staff/suppressions/{suppression_id}/lift", {
      params: { path: { suppression_id: id } },
    }),
  );

type LiftDialogProps = { row: Suppression; name: string; onClose: () => void };

function LiftDialog({ row, name, onClose }: LiftDialogProps) {
  const toast = useToast();
  const queries = useQueryClient();
  const lifting = useMutation({
    mutationFn: lift,
    onSuccess: () => {
      toast({
        title: m.staff_suppressions_lifted({ name, word: row.texts_need }),
        tone: "success",
      });
      onClose();
    },
    onSettled: () => reloadWaits(queries),
  });
  return (
    <Modal open onClose={onClose} title={m.staff_suppressions_ask({ name })}>
      <div className="grid gap-3 text-sm">
        <p>{m.staff_suppressions_ask_note()}</p>
        {row.texts_need && <p>{m.staff_suppressions_needs({ word: row.texts_need })}</p>}
        {row.is_pause && <p>{m.staff_suppressions_ask_pause()}</p>}
        {lifting.error && <StaffProblem problem={lifting.error} />}
        <div>
          <Button
            variant="cta-green"
            busy={lifting.isPending}
            onClick={() => lifting.mutate(row.id)}
          >
            {m.staff_suppressions_lift()}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

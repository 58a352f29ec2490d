import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { Link, useParams } from "wouter";
import { longestFlatRunFt } from "#business/bands.ts";
import { dayAndTimeOf, dayOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { useToast } from "#ui/toast.tsx";
import { Fact, LoadedPart } from "../orders/parts.tsx";
import { useMe } from "../session/me.tsx";
import { FormSelect, FormTextArea, FormTextField, showProblem } from "../shell/form.tsx";
import { Part, Screen, SegmentedChoice } from "../shell/screen.tsx";
import { SendForm } from "../shell/send-form.tsx";
import { useAssignees } from "../tasks/use-assignees.ts";
import {
  type FollowUp,
  type Lead,
  type LeadDetail,
  type LeadName,
  leadPath,
  leadQuery,
  nameOf,
  titleOf,
  useFollowUp,
  useLead,
  useLeads,
} from "./use-leads.ts";

const SHOWN = ["open", "closed"] as const;
type Shown = (typeof SHOWN)[number];

/** /staff/leads: everybody who may become a customer, with the next contact (OPS-16.4), or one of them. */
export default function LeadsScreen() {
  const { source, ref } = useParams();
  if (source && ref) return <OneLead lead={{ source, source_ref: ref }} />;
  return <AllLeads />;
}

function OneLead({ lead: name }: { lead: LeadName }) {
  const query = useLead(name);
  const [isFollowing, setFollowing] = useState(false);
  return (
    <Screen
      title={query.data ? titleOf(query.data) : m.staff_leads_title()}
      actions={<Link href="/leads">{m.staff_leads_all()}</Link>}
    >
      <LoadedPart query={query}>
        {(lead) => (
          <>
            <ul className="grid list-none p-0">
              <LeadCard lead={lead} onChoose={() => setFollowing(true)} />
            </ul>
            <Received lead={lead} />
            {isFollowing && <FollowUpDialog lead={lead} onClose={() => setFollowing(false)} />}
          </>
        )}
      </LoadedPart>
    </Screen>
  );
}

const Received = ({ lead: { received } }: { lead: LeadDetail }) => (
  <Part id="received" title={m.staff_leads_received()}>
    {received.length === 0 && <p className="text-quiet">{m.staff_leads_received_none()}</p>}
    <ol className="grid list-none gap-2 p-0">
      {received.map(({ id, received_at, channel, subject, text }) => (
        <li className="border-b border-line py-1.5" key={id}>
          <Fact>
            {m.staff_messages_message_channels({ channel })}, {dayAndTimeOf(received_at)}
          </Fact>
          {subject && <p className="font-semibold wrap-anywhere">{subject}</p>}
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ol>
  </Part>
);

function AllLeads() {
  const leads = useLeads();
  const [shown, setShown] = useState<Shown>("open");
  const [chosen, setChosen] = useState<Lead | null>(null);
  return (
    <Screen
      title={m.staff_leads_title()}
      actions={
        <>
          <Link className={buttonLook("outline", "sm")} href="/quotes">
            {m.staff_quotes_title()}
          </Link>
          <Link className={buttonLook("cta-green", "sm")} href="/new-order">
            {m.staff_call_title()}
          </Link>
        </>
      }
    >
      <SegmentedChoice
        legend={m.staff_leads_show()}
        name="shown"
        options={SHOWN}
        labelOf={(option) => m.staff_leads_shown({ option })}
        value={shown}
        onChange={setShown}
      />
      <LoadedPart query={leads}>
        {({ leads: all }) => (
          <LeadList
            leads={all.filter(({ outcome }) => (outcome === "open") === (shown === "open"))}
            onChoose={setChosen}
          />
        )}
      </LoadedPart>
      {chosen && <FollowUpDialog lead={chosen} onClose={() => setChosen(null)} />}
    </Screen>
  );
}

type LeadListProps = { leads: readonly Lead[]; onChoose: (lead: Lead) => void };

function LeadList({ leads, onChoose }: LeadListProps) {
  if (leads.length === 0) return <p>{m.staff_leads_none()}</p>;
  return (
    <ul className="grid list-none gap-2 p-0">
      {leads.map((lead) => (
        <LeadCard key={lead.source + lead.source_ref} lead={lead} onChoose={onChoose} />
      ))}
    </ul>
  );
}

type LeadCardProps = { lead: Lead; onChoose: (lead: Lead) => void };

const LeadCard = ({ lead, onChoose }: LeadCardProps) => (
  <li className="grid gap-x-6 gap-y-2 rounded-sm border border-line bg-surface-raised p-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1.5fr)_auto] md:items-start">
    <Who lead={lead} />
    <div className="min-w-0">
      {lead.wants}
      {lead.address && <Fact>{lead.address}</Fact>}
      <Fact>
        {m.staff_leads_source({ source: lead.source })}, {shortDay(dayOf(lead.requested_at))}
        {lead.price_cents !== null && `, ${dollarsAndCents(lead.price_cents)}`}
      </Fact>
      {lead.reference && <Fact>{m.staff_leads_reference({ reference: lead.reference })}</Fact>}
      {lead.promised_by && (
        <Fact>{m.staff_leads_promised({ time: dayAndTimeOf(lead.promised_by) })}</Fact>
      )}
    </div>
    <Next lead={lead} />
    <div className="flex flex-wrap gap-2 md:flex-col">
      <Button variant="outline" size="sm" onClick={() => onChoose(lead)}>
        {m.staff_leads_follow_up()}
      </Button>
      {lead.outcome === "open" && <Begin lead={lead} />}
    </div>
  </li>
);

const Who = ({ lead }: { lead: Lead }) => {
  const { phone, email, may_contact } = lead;
  return (
    <div className="min-w-0">
      <Link className="inline-block py-1 font-semibold wrap-anywhere" href={leadPath(lead)}>
        {titleOf(lead)}
      </Link>
      {phone && (
        <Fact>
          <a className="inline-block py-1" href={telHref(phone)}>
            {formatPhone(phone)}
          </a>
        </Fact>
      )}
      {email && <Fact>{email}</Fact>}
      {!may_contact && <Badge tone="warning">{m.staff_leads_no_contact()}</Badge>}
    </div>
  );
};

const Next = ({ lead }: { lead: Lead }) => (
  <div className="min-w-0">
    <State lead={lead} />
    {lead.person && <Fact>{lead.person}</Fact>}
    {lead.lost_reason && <Fact>{lead.lost_reason}</Fact>}
    {lead.note && <Fact>{lead.note}</Fact>}
  </div>
);

function State({ lead: { outcome, next_contact_on: next } }: { lead: Lead }) {
  if (outcome !== "open")
    return (
      <Badge tone={outcome === "won" ? "success" : "quiet"}>
        {m.staff_leads_outcome({ outcome })}
      </Badge>
    );
  if (!next) return <Badge>{m.staff_leads_no_next()}</Badge>;
  return <Badge tone="info">{m.staff_leads_next({ day: shortDay(next) })}</Badge>;
}

function Begin({ lead }: { lead: Lead }) {
  const query = leadQuery(lead);
  const isFar = (lead.run_ft ?? 0) > longestFlatRunFt;
  return (
    <>
      <Link className={buttonLook("outline", "sm")} href={`/quotes/new${query}`}>
        {m.staff_leads_make_quote()}
      </Link>
      {!isFar && lead.source !== "not_covered" && (
        <Link className={buttonLook("outline", "sm")} href={`/new-order${query}`}>
          {m.staff_leads_make_order()}
        </Link>
      )}
    </>
  );
}

const schema = v.pipe(
  v.object({
    next_contact_on: v.string(),
    assignee_id: v.string(),
    note: v.string(),
    outcome: v.picklist(["open", "won", "lost"]),
    lost_reason: v.pipe(v.string(), v.trim()),
  }),
  v.forward(
    v.check(
      ({ outcome, lost_reason }) => outcome !== "lost" || lost_reason !== "",
      m.staff_leads_reason_missing(),
    ),
    ["lost_reason"],
  ),
);
type Notes = v.InferOutput<typeof schema>;

function FollowUpDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const me = useMe();
  const toast = useToast();
  const assignees = useAssignees();
  const following = useFollowUp();
  const form = useForm<Notes>({
    resolver: valibotResolver(schema),
    defaultValues: {
      next_contact_on: lead.next_contact_on ?? "",
      assignee_id: lead.assignee_id ?? me.id,
      note: lead.note,
      outcome: lead.outcome,
      lost_reason: lead.lost_reason,
    },
  });
  const { control, handleSubmit } = form;
  const outcome = useWatch({ control, name: "outcome" });
  const save = handleSubmit((notes) => {
    const body: FollowUp = {
      ...notes,
      next_contact_on: notes.next_contact_on || null,
      assignee_id: notes.assignee_id || null,
      lost_reason: notes.outcome === "lost" ? notes.lost_reason : "",
      if_version: lead.version,
    };
    following.mutate(
      { path: nameOf(lead), body },
      {
        onSuccess: () => {
          toast({ customer: titleOf(lead), title: m.staff_leads_saved() });
          onClose();
        },
        onError: (failure) => showProblem(form, failure),
      },
    );
  });
  return (
    <Modal open onClose={onClose} title={titleOf(lead)}>
      <SendForm
        onSubmit={save}
        sending={following}
        confirm={m.staff_leads_save()}
        variant="cta-green"
        beside={
          <Button variant="outline" onClick={onClose}>
            {m.staff_leads_close()}
          </Button>
        }
      >
        {!lead.may_contact && <Notice tone="warning">{m.staff_leads_no_contact_note()}</Notice>}
        <FormTextField
          control={control}
          name="next_contact_on"
          size="sm"
          type="date"
          label={m.staff_leads_next_label()}
        />
        <FormSelect
          control={control}
          name="assignee_id"
          size="sm"
          label={m.staff_leads_person()}
          options={assignees}
        />
        <FormTextArea
          control={control}
          name="note"
          size="sm"
          label={m.staff_leads_note()}
          maxLength={2000}
        />
        <FormSelect
          control={control}
          name="outcome"
          size="sm"
          label={m.staff_leads_outcome_label()}
          options={(["open", "won", "lost"] as const).map((value) => ({
            value,
            label: m.staff_leads_outcome({ outcome: value }),
          }))}
        />
        {outcome === "lost" && (
          <FormTextField
            control={control}
            name="lost_reason"
            size="sm"
            label={m.staff_leads_reason()}
            maxLength={200}
          />
        )}
      </SendForm>
    </Modal>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { Schemas } from "#api/client.ts";
import { callStaff, useStaffQuery } from "#api/staff-calls.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { emailText, requiredText } from "#ui/form.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useToast } from "#ui/toast.tsx";
import { FormCheckbox, FormRadioCards, FormTextField, showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { SendForm } from "../shell/send-form.tsx";
import { Settings } from "./section.tsx";

export type StaffUser = Schemas["StaffUserOut"];
export type StaffEvent = Schemas["StaffEventOut"];
export type Invitation = Schemas["InvitationOut"];
type Role = StaffUser["role"];

const ROLES: readonly Role[] = [
  "owner",
  "manager",
  "dispatcher",
  "reviewer",
  "viewer",
  "technician",
];
const roleCards = ROLES.map((role) => ({
  value: role,
  title: m.staff_role_name({ role }),
  detail: m.staff_role_may({ role }),
}));
const roleSchema = v.pipe(v.string(), v.picklist(ROLES, m.staff_people_role_missing()));

/** Who works here and what each of them may do (OPS-14.3). */
export function StaffSection() {
  const query = useStaffQuery(staffKeys.settings.section("staff"), "/api/staff/settings/staff", {});
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [changed, setChanged] = useState<StaffUser | null>(null);

  return (
    <Settings query={query}>
      {(people) => (
        <>
          {invitation && <LinkToCopy key={invitation.url} invitation={invitation} />}
          <Panel id="people" title={m.staff_settings_staff()} size="sm">
            <ul className="grid gap-2">
              {people.map((person) => (
                <li key={person.id}>
                  <Person
                    person={person}
                    onInvited={setInvitation}
                    onChange={() => setChanged(person)}
                  />
                </li>
              ))}
            </ul>
          </Panel>
          <InviteForm onInvited={setInvitation} />
          <StaffHistory />
          <Modal
            open={changed !== null}
            onClose={() => setChanged(null)}
            title={m.staff_people_change_title({ name: changed?.name ?? "" })}
          >
            {changed && <ChangeForm person={changed} onDone={() => setChanged(null)} />}
          </Modal>
        </>
      )}
    </Settings>
  );
}

/** Who invited, changed and let go whom, newest first. */
function StaffHistory() {
  const query = useStaffQuery(
    staffKeys.settings.staffHistory,
    "/api/staff/settings/staff/history",
    {},
  );

  return (
    <Panel id="history" title={m.staff_settings_history()} size="sm">
      <Settings query={query}>
        {(events) => (
          <ol className="grid gap-3">
            {events.length === 0 && <li className="text-quiet">{m.staff_settings_no_history()}</li>}
            {events.map(({ at, who, name, change, role }) => (
              <li
                key={`${at} ${name} ${change}`}
                className="grid gap-1 border-b border-line pb-2 wrap-anywhere last:border-none"
              >
                <p className="text-quiet">
                  <time dateTime={at}>{dayAndTimeOf(at)}</time>, {who}
                </p>
                <p>
                  {m.staff_people_event({
                    change,
                    name,
                    role: role === "" ? "" : m.staff_role_name({ role }),
                  })}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Settings>
    </Panel>
  );
}

const useRefresh = () => {
  const queries = useQueryClient();
  return () => void reload(queries, staffKeys.settings.section("staff"));
};

type PersonProps = {
  person: StaffUser;
  onInvited: (invitation: Invitation) => void;
  onChange: () => void;
};

function Person({ person, onInvited, onChange }: PersonProps) {
  const refresh = useRefresh();
  const renewing = useMutation({
    mutationFn: () =>
      callStaff("post", "/api/staff/settings/staff/{user_id}/link", {
        path: { user_id: person.id },
      }),
    onSuccess: (invitation) => {
      onInvited(invitation);
      refresh();
    },
  });
  const { name, email, role, invited_until } = person;
  const isScript = email === "";

  return (
    <div className="grid gap-1 border-b border-line pb-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="wrap-anywhere">{name}</strong>
        <Badge tone={person.is_active ? "info" : "quiet"}>
          {person.is_active ? m.staff_role_name({ role }) : m.staff_people_left()}
        </Badge>
        {person.is_you && <Badge>{m.staff_people_you()}</Badge>}
        {person.is_active && !isScript && !person.has_second_factor && (
          <Badge tone="warning">{m.staff_people_no_factor()}</Badge>
        )}
      </p>
      <p className="text-quiet wrap-anywhere">
        {[
          email === name ? "" : email,
          lastSignIn(person),
          invited_until ? m.staff_people_invited({ until: dayAndTimeOf(invited_until) }) : "",
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {renewing.error && <StaffProblem problem={renewing.error} />}
      <div className="flex flex-wrap gap-2">
        {person.is_active && !isScript && (
          <Button
            variant="outline"
            size="md"
            busy={renewing.isPending}
            aria-label={m.staff_people_new_link_for({ name })}
            onClick={() => renewing.mutate()}
          >
            {m.staff_people_new_link()}
          </Button>
        )}
        <Button
          variant="outline"
          size="md"
          aria-label={m.staff_people_change_title({ name })}
          onClick={onChange}
        >
          {m.staff_people_change()}
        </Button>
      </div>
    </div>
  );
}

function lastSignIn({ email, last_sign_in_at }: StaffUser): string {
  if (email === "") return m.staff_people_script();
  return last_sign_in_at
    ? m.staff_people_last_in({ when: dayAndTimeOf(last_sign_in_at) })
    : m.staff_people_never_in();
}

/** A link that is shown this once, with how long it is good. */
function LinkToCopy({ invitation }: { invitation: Invitation }) {
  const toast = useToast();
  const { user, url, expires_at, is_mailed } = invitation;
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    toast({ title: m.staff_people_copied(), tone: "success" });
  };

  return (
    <Notice
      tone="success"
      title={m.staff_people_link_title({ name: user.name })}
      action={
        <Button variant="outline" size="md" onClick={() => void copy()}>
          {m.staff_people_copy()}
        </Button>
      }
    >
      <p>
        {is_mailed ? m.staff_people_link_mailed() : m.staff_people_link_not_mailed()}{" "}
        {m.staff_people_link_until({ when: dayAndTimeOf(expires_at) })}
      </p>
      <TextField
        className="mt-2"
        label={m.staff_people_link()}
        name="link"
        size="sm"
        readOnly
        value={url}
        onChange={() => {}}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Notice>
  );
}

const inviteSchema = v.object({
  name: requiredText(m.staff_settings_missing()),
  email: emailText(m.staff_settings_missing()),
  role: roleSchema,
});
const NOBODY = { name: "", email: "", role: "" };

function InviteForm({ onInvited }: { onInvited: (invitation: Invitation) => void }) {
  const refresh = useRefresh();
  const form = useForm({ resolver: valibotResolver(inviteSchema), defaultValues: NOBODY });
  const sending = useMutation({
    mutationFn: (person: v.InferOutput<typeof inviteSchema>) =>
      callStaff("post", "/api/staff/settings/staff", { body: person }),
    onSuccess: (invitation) => {
      onInvited(invitation);
      form.reset();
      refresh();
    },
    onError: (failure) => showProblem(form, failure),
  });

  return (
    <Panel id="invite" title={m.staff_people_invite_title()} size="sm">
      <SendForm
        className="grid max-w-180 gap-4"
        onSubmit={form.handleSubmit((person) => sending.mutate(person))}
        sending={sending}
        confirm={m.staff_people_invite()}
        variant="cta-green"
        size="md"
      >
        <FormTextField
          control={form.control}
          name="name"
          label={m.staff_people_name()}
          size="sm"
          autoComplete="off"
          maxLength={100}
        />
        <FormTextField
          control={form.control}
          name="email"
          label={m.staff_people_email()}
          type="email"
          size="sm"
          autoComplete="off"
        />
        <FormRadioCards
          control={form.control}
          name="role"
          legend={m.staff_people_role()}
          layout="console"
          options={roleCards}
        />
      </SendForm>
    </Panel>
  );
}

const changeSchema = v.object({
  role: roleSchema,
  is_active: v.boolean(),
  forget_second_factors: v.boolean(),
});

function ChangeForm({ person, onDone }: { person: StaffUser; onDone: () => void }) {
  const toast = useToast();
  const refresh = useRefresh();
  const form = useForm({
    resolver: valibotResolver(changeSchema),
    defaultValues: {
      role: person.role as string,
      is_active: person.is_active,
      forget_second_factors: false,
    },
  });
  const saving = useMutation({
    mutationFn: (body: v.InferOutput<typeof changeSchema>) =>
      callStaff("patch", "/api/staff/settings/staff/{user_id}", {
        path: { user_id: person.id },
        body,
      }),
    onSuccess: ({ name }) => {
      toast({ title: m.staff_people_changed({ name }), tone: "success" });
      refresh();
      onDone();
    },
  });

  return (
    <SendForm
      className="grid gap-4"
      onSubmit={form.handleSubmit((change) => saving.mutate(change))}
      sending={saving}
      confirm={m.staff_account_save()}
      variant="cta-green"
      size="md"
    >
      <p className="text-quiet">{m.staff_people_change_note()}</p>
      <FormRadioCards
        control={form.control}
        name="role"
        legend={m.staff_people_role()}
        layout="console"
        options={roleCards}
      />
      <FormCheckbox control={form.control} name="is_active" label={m.staff_people_works_here()} />
      <FormCheckbox
        control={form.control}
        name="forget_second_factors"
        label={m.staff_people_forget_factors()}
      />
    </SendForm>
  );
}

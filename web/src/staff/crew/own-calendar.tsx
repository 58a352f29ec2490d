import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callStaff, useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { m } from "#paraglide/messages.js";
import { LoadedPart } from "../orders/parts.tsx";
import { CalendarAddress } from "../shell/calendar-address.tsx";
import { StaffProblem } from "../shell/screen.tsx";

/** The technician's own jobs in the phone's calendar (OPS-20.5). */
export function OwnCalendar() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-md border border-line bg-surface-raised px-4"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-target py-2.5 font-semibold">{m.crew_calendar()}</summary>
      {isOpen && <Address />}
    </details>
  );
}

function Address() {
  const queries = useQueryClient();
  const feed = useStaffQuery(staffKeys.ownCalendar, "/api/staff/crew/calendar", {});
  const { mutate, isPending, error } = useMutation({
    mutationFn: (is_on: boolean) =>
      callStaff("put", "/api/staff/crew/calendar", { body: { is_on } }),
    onSuccess: (changed) => queries.setQueryData(staffKeys.ownCalendar, changed),
  });
  return (
    <div className="grid min-w-0 justify-items-start gap-3 pb-4 text-sm *:max-w-full">
      <p>{m.crew_calendar_note()}</p>
      {error && <StaffProblem problem={error} />}
      <LoadedPart query={feed}>
        {(loaded) => <CalendarAddress feed={loaded} busy={isPending} onChange={mutate} />}
      </LoadedPart>
    </div>
  );
}

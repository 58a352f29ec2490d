import { useColleagues } from "#api/staff-waits.ts";
import { m } from "#paraglide/messages.js";
import { useMe } from "../session/me.tsx";

/** Whom something can be given to, for a select: who is signed in, the colleagues, nobody yet. */
export function useAssignees(): { value: string; label: string }[] {
  const me = useMe();
  const { data: colleagues = [] } = useColleagues();
  const others = colleagues.filter(({ id }) => id !== me.id);
  return [
    { value: me.id, label: m.staff_tasks_me() },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
    { value: "", label: m.staff_tasks_nobody() },
  ];
}

import { useMutationState } from "@tanstack/react-query";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";

/** Says that what was sent is sent again by itself (query-client.ts). A popover: above a dialog. */
export function BusyNotice() {
  const failures = useMutationState({
    filters: { status: "pending" },
    select: ({ state }) => state.failureCount,
  });
  return failures.some((count) => count > 0) ? (
    <p
      role="status"
      popover="manual"
      ref={(notice) => notice?.showPopover?.()}
      className="fixed inset-x-0 top-auto bottom-4 m-auto flex w-[min(28rem,calc(100%-2rem))] items-start gap-3 rounded-md border-0 bg-surface-raised px-4 py-3 text-sm text-ink shadow-md"
    >
      <Icon name="info" className="mt-1 text-info" />
      {m.busy_sent_again()}
    </p>
  ) : null;
}

import { useStaffMutation, useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { m } from "#paraglide/messages.js";
import { Modal } from "#ui/modal.tsx";
import { LoadedPart } from "../orders/parts.tsx";
import { CalendarAddress, type CalendarFeed } from "../shell/calendar-address.tsx";
import { StaffProblem } from "../shell/screen.tsx";

type CalendarFeedsDialogProps = { open: boolean; onClose: () => void };

/** Calendars of the board and of each technician, which other programs show (OPS-20.5). */
export const CalendarFeedsDialog = ({ open, onClose }: CalendarFeedsDialogProps) => (
  <Modal open={open} onClose={onClose} title={m.staff_feeds_title()}>
    {open && <Feeds />}
  </Modal>
);

function Feeds() {
  const feeds = useStaffQuery(
    staffKeys.calendarFeeds,
    "/api/staff/calendar-feeds",
    {},
    { staleTime: 0 },
  );
  return (
    <div className="grid min-w-0 gap-4 text-sm">
      <p>{m.staff_feeds_note()}</p>
      <LoadedPart query={feeds}>
        {({ feeds: all }) => (
          <ul className="grid list-none gap-4 p-0">
            {all.map((feed) => (
              <li
                className="grid min-w-0 justify-items-start gap-2 *:max-w-full"
                key={feed.technician_id ?? "board"}
              >
                <Feed feed={feed} />
              </li>
            ))}
          </ul>
        )}
      </LoadedPart>
    </div>
  );
}

function Feed({ feed }: { feed: CalendarFeed }) {
  const { mutate, isPending, error } = useStaffMutation("put", "/api/staff/calendar-feeds", {
    reloads: [staffKeys.calendarFeeds],
  });
  return (
    <>
      <h3 className="text-sm">{feed.name || m.staff_feeds_board()}</h3>
      {error && <StaffProblem problem={error} />}
      <CalendarAddress
        feed={feed}
        busy={isPending}
        onChange={(is_on) => mutate({ body: { technician_id: feed.technician_id, is_on } })}
      />
    </>
  );
}

import type { Schemas } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { Button, buttonLook } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useToast } from "#ui/toast.tsx";

export type CalendarFeed = Schemas["CalendarFeedOut"];

type CalendarAddressProps = {
  feed: CalendarFeed;
  busy: boolean;
  /** Makes a new address, or ends the one there is. */
  onChange: (isOn: boolean) => void;
};

/** The address of a calendar that programs subscribe to, to copy, renew or end (OPS-20.5). */
export function CalendarAddress({ feed: { url, name }, busy, onChange }: CalendarAddressProps) {
  const toast = useToast();
  const owner = name || m.staff_feeds_board();
  if (url === null)
    return (
      <Button
        variant="outline"
        size="sm"
        busy={busy}
        aria-label={m.staff_feeds_make_for({ owner })}
        onClick={() => onChange(true)}
      >
        {m.staff_feeds_make()}
      </Button>
    );
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    toast({ title: m.staff_feeds_copied(), tone: "success" });
  };
  return (
    <div className="grid min-w-0 gap-2">
      <TextField
        label={m.staff_feeds_address({ owner })}
        name={`calendar-${owner}`}
        size="sm"
        readOnly
        value={url}
        onChange={() => {}}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <a className={buttonLook("outline", "sm")} href={url.replace(/^https?:/, "webcal:")}>
          {m.staff_feeds_open()}
        </a>
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          {m.staff_feeds_copy()}
        </Button>
        <Button variant="outline" size="sm" busy={busy} onClick={() => onChange(true)}>
          {m.staff_feeds_renew()}
        </Button>
        <Button variant="outline" size="sm" busy={busy} onClick={() => onChange(false)}>
          {m.staff_feeds_end()}
        </Button>
      </div>
    </div>
  );
}

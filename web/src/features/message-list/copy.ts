import type { BookingMessage } from "#api/my-booking.ts";

export const copy = {
  title: "Messages",
  lead: "Everything we wrote to you, newest first.",
  none: "Nothing was sent yet.",
  loading: "Loading your messages...",
  failed: "Your messages did not load.",
  tryAgain: "Try again",
  channels: { email: "E-mail", sms: "Text" } satisfies Record<BookingMessage["channel"], string>,
  states: {
    queued: "on its way",
    sent: "sent",
    dead: "not delivered",
    suppressed: "not sent: texts are off",
  } satisfies Record<BookingMessage["status"], string>,
  facts: (channel: string, when: string, state: string) => `${channel}, ${when}, ${state}`,
  more: (count: number) => `Show all ${count} messages`,
} as const;

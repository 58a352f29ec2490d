/** Texts of the next action. */
import type { NextActionKey } from "#api/staff-orders.ts";

export const nextWords = {
  title: "What to do next",
  since: (when: string) => `Since ${when}.`,
  by: (when: string) => `By ${when}.`,
  on: (when: string) => `On ${when}.`,
  also: "Also to do",
  forOthers: "Your role does not include this. Please tell a manager.",
  toPhotos: "Open the photos",
  toMoney: "Go to Money",
  resend: "Send it to them again",
  toMessages: "Go to Messages",
  call: (phone: string) => `Call ${phone}`,
} as const;

/** Button texts of next actions that are done on the spot. */
export const stepButtons: Partial<Record<NextActionKey, string>> = {
  find_new_date: "Choose a new date",
  make_proposal: "Generate the proposal",
  name_technician: "Assign a technician",
  mark_equipment: "Equipment has arrived",
  mark_installed: "Installation is complete",
  mark_power_on: "The power is on",
  decide_visit: "Keep the visit",
};

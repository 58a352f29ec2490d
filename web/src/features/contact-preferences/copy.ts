export const copy = {
  title: "How we reach you",
  email: (email: string) =>
    `E-mails about this order go to ${email}. To change the address, call us.`,
  texts: (phone: string) => `Text messages to ${phone}`,
  textsNote:
    "About this order only, no advertising; between 9 PM and 8 AM only in answer to what you have just done.",
  saved: (isOn: boolean) => (isOn ? "Text messages are on." : "Text messages are off."),
  ledger: "What you agreed to, and when",
  given: "Agreed",
  withdrawn: "Withdrawn",
  channels: { email: "E-mails", sms: "Texts" } as Record<string, string>,
  on: (page: string) => (page ? `on ${page}` : ""),
  refusals: {
    general: "Your choice was not saved. Please try again.",
  },
  failed: "Your choices did not load.",
} as const;

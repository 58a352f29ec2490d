export const changeCopy = {
  installationShort: "Installation",
  generatorShort: "Generator",
  taxShort: "Sales tax",
  changeTitle: "A change needs your answer",
  changeLead: (percent: string, isHigher: boolean) =>
    isHigher ? `The total would go up by ${percent}.` : `The total would go down by ${percent}.`,
  reason: "Why",
  line: "Line",
  before: "Promised",
  after: "New",
  approve: "Approve the new price",
  approving: "Approving...",
  decline: "Decline",
  declineSurely: "Decline the change",
  declining: "Declining...",
  keep: "Not now",
  declineTitle: "If you decline",
  declineRefundable:
    "Nothing is installed at the new price. The change is more than 15%, so you may also cancel: everything you have paid, the site-visit fee included, then comes back in full.",
  declinePlain:
    "Nothing is installed at the new price. We call you to find another way, such as a spot closer to the panel.",
  declinedTitle: "You declined the change",
  declinedRefundable:
    "We call you to find another way. If you would rather cancel, everything you have paid comes back, the site-visit fee included.",
  declinedPlain: "We call you to find another way, such as a spot closer to the panel.",
  approvedTitle: "The new price is locked",
  approved: "Thank you. Your proposal comes next.",
  refusals: {
    change_order_decided: "This change was already answered. We show you how it stands now.",
    price_agreed: "Your price is agreed already, so it does not change any more.",
    status_moved: "This was changed a moment ago. We show you how it stands now.",
    general: "Your answer did not reach us. Nothing has changed: please try again.",
  },
  orCall: "Or call us:",
} as const;

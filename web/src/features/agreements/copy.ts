export const copy = {
  title: "Before you pay",
  terms: { before: "I accept the ", link: "Terms of Use" },
  privacy: { before: "I have read the ", link: "Privacy Policy" },
  fee: (amount: string) =>
    `I understand the ${amount} scheduling fee: it is credited in full when I go ahead within 30 days, and refunded only if the installation turns out not to be feasible.`,
  opensNew: "(opens in a new tab)",
  errors: {
    terms_accepted: "Please accept the Terms of Use",
    privacy_policy_accepted: "Please accept the Privacy Policy",
    scheduling_fee_acknowledged: "Please confirm that you understand the scheduling fee",
  },
} as const;

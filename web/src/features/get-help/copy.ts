export const helpWords = {
  title: "How can we help?",
  call: (phone: string) => `Call ${phone}`,
  callNote: "Talk to us about your house, the price or a date.",
  text: (phone: string) => `Text ${phone}`,
  textNote: "Write when it suits you; we answer during business hours.",
  faq: "Read the FAQ",
  faqNote: "Price, timing, permits, your own generator.",
  hours: "By appointment, Mon–Sat. What you entered here stays saved.",
};

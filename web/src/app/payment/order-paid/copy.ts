import { company } from "#content/company.ts";

export const copy = {
  progress: "Order progress",
  home: `${company.name} home`,
  loading: "Processing your payment...",
  title: "Payment Successful!",
  lead: (name: string) =>
    name ? `Thank you, ${name}. We have your payment.` : "Thank you. We have your payment.",
  leadUnknown: "Thank you. The receipt comes by e-mail.",
  onItsWayTitle: "Your payment is on its way",
  onItsWay:
    "The bank has not confirmed it yet. A card takes a minute, a bank transfer a few business days. We tell you by e-mail as soon as it is there; please do not pay a second time.",
  checkAgain: "Check again",

  summary: "Order Summary",
  customer: "Customer",
  address: "Installation address",
  package: "Package",
  generator: "Generator",
  ownGenerator: "Your own generator",
  generatorOf: (brand: string, model: string, kw: number) =>
    model.includes(String(kw)) ? `${brand} ${model}` : `${brand} ${model}, ${kw} kW`,
  totalPaid: "Total Paid",
  download: "Download Proposal PDF",

  next: "What's Next?",
  nextSteps: [
    {
      title: "A confirmation by e-mail",
      text: "Your receipt is on its way, with this payment and your balance.",
    },
    {
      title: "We contact you within 24-48 hours",
      text: "Your project coordinator goes through the schedule with you and answers what is open.",
    },
    {
      title: "Permits, HOA and equipment",
      text: "We file the papers and order what your installation needs.",
    },
    {
      title: "Installation day",
      text: "Licensed electricians install, test and start your generator, usually within one day.",
    },
  ],
  support: "Questions about your order?",
  supportNote: "Call or write to us; the reference helps us find your payment.",
  hours: company.supportHours,
  reference: "Reference ID",
  back: "Back to Home",
  booking: "My booking",
} as const;

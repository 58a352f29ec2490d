import { bandInWords, bandRange } from "#business/bands.ts";
import { siteVisitFee } from "#business/terms.ts";
export const copy = {
  hero: {
    headline: "Home Generator Installation",
    startingAt: "starting at",
    lead: "Type your address and see one flat price for your home: pad, gas, electrical, permits and startup. No site visit before you know it.",
    callOrText: { call: "Call", or: "or", text: "text" },
    picture:
      "A brick home after a storm at dusk: one window is lit, and a standby generator runs on its gravel pad beside the house.",
  },
  trust: [
    { figure: "115+", words: "Houston-area ZIP codes covered" },
    { figure: "About a day", words: "for most installations" },
    { figure: "$0", words: "markup on the generator: you pay the store price" },
    { figure: "Licensed", words: "electricians do the work" },
  ],
  benefits: {
    title: "One distance sets your installation price.",
    distance: {
      title: "Flat-rate distance pricing",
      text: "Measure from your electrical panel to the spot for the generator; counting your steps is fine. The distance sets your price, and if the run turns out shorter, the price goes down.",
      note: "Distances from panel to generator",
      bands: [bandRange.close, bandRange.medium, bandRange.far],
    },
    permits: {
      title: "Permits and inspections included",
      text: "We file the permit and your HOA application and meet the inspectors at your home.",
      list: ["City or county permit", "HOA approval", "Electrical and gas inspection"],
    },
    start: {
      title: "Start to power-on",
      text: "One crew pours the pad, ties in the gas, mounts the transfer switch and runs the first startup with you watching.",
      picture:
        "A finished side yard from above: the generator in its gravel bed, transfer switch, panel and meter on the wall behind it.",
    },
  },
  howItWorks: {
    title: "From reservation to power-on",
    lead: "What happens when, and when your price is final.",
    steps: [
      {
        when: "Today",
        title: "Reserve your date",
        text: `Pick a day and an arrival window. ${siteVisitFee} holds it, and all of it counts toward your project if you proceed within 30 days.`,
      },
      {
        when: "Right after",
        title: "Send five photos",
        text: "We text you a link. Your phone is all you need: panel, meter, the spot and the path between them.",
        checklist: "Sample photo checklist",
      },
      {
        when: "24–48 business hours",
        title: "Your price is final",
        text: "The photos confirm the distance and lock the price. If extra work is needed, we message you first.",
      },
      {
        when: "Until the day",
        title: "We file, you wait",
        text: "We handle the permit and HOA paperwork. Rescheduling is free up to 48 hours before.",
      },
      {
        when: "Typically about 15 days out",
        title: "Installation day",
        text: "Pad, gas tie-in and electrical work by licensed electricians. Most homes take one day.",
      },
      {
        when: "The next outage",
        title: "Power on",
        text: "Inspected, started and tested. When the street goes dark, your house does not.",
      },
    ],
  },
  value: {
    title: "What you get back",
    lead: "Numbers to weigh the price against. They are averages: your home, your insurer and your street make the difference.",
    source: "Source:",
    quotes: "What a whole project costs",
    ours: "Our 22 kW example",
    oursNote: `Generator, installation, tax and permit in The Woodlands, ${bandInWords.close}`,
  },
  pricing: {
    title: "Your price, before anyone comes out",
    lead: "Distance, generator and township set it. What you see here is what you will see on the bill, line by line.",
  },
  faq: {
    title: "What people ask first",
    all: (count: number) => `All ${count} questions`,
  },
  contact: {
    title: "Know your price before the next storm has a name.",
    text: "A few minutes, no account, no salesperson. Or talk to a person, by appointment, Monday to Saturday.",
    textUs: "Text us",
    diagnostic: {
      title: "Book a $9 diagnostic",
      text: "Not sure about your panel or your gas line? An electrician checks both, and the spot, before you decide.",
      steps: [
        "Text us your address and two times that work for you, Monday to Saturday.",
        "We confirm a time. Nothing is charged before the visit.",
        "The $9 is credited to your installation.",
      ],
      book: "Text us to book it",
      message: "I would like the $9 diagnostic. My address and two times that work for me: ",
    },
    picture: "A dark street at dusk where one home has its lights on.",
  },
  estimate: "Get A Free Estimate",
} as const;

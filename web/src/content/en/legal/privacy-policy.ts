import place from "@market/place.json";
import { company } from "#content/company.ts";
import type { LegalDocument } from "#content/legal/legal-document.ts";
import { paths } from "#lib/paths.ts";

export const privacyPolicy: LegalDocument = {
  slug: "privacy",
  path: paths.legal.privacy,
  name: "Privacy Policy",
  description:
    "What this site knows about you, why, who sees it, how long it is kept, how to stop texts, and your rights under Texas law. 15 items.",
  version: null,
  dated: { word: "Effective", day: "2025-10-19" },
  lead: "What this site knows about you, why, who sees it, how long it is kept, and how to stop it.",
  inShort: [
    "You need no account. We ask for what an installation needs: address, name, phone, email, photos.",
    "We do not sell your personal data. Global Privacy Control switches off analytics and advertising.",
    "Card numbers go to the payment provider; we never see them.",
    "Texts are about your appointment. Reply STOP and they end.",
  ],
  clauses: [
    {
      id: "scope",
      title: "Who we are and what this covers",
      text: [
        `${company.legalName} (“${company.name}”, “we”) decides how the personal data described here is used. This policy covers this website, the booking, the upload link, our emails, texts and calls.`,
        `Questions and requests: ${company.email} or ${company.phone}.`,
      ],
    },
    {
      id: "given",
      title: "What you give us",
      text: [
        {
          rows: [
            ["To check coverage", "your address"],
            ["To price and reserve", "distance, generator, date, name, phone and email"],
            ["To review the price", "photos, an optional video and your notes"],
            ["To recommend a size", "your electric bill and, if you like, your usage in kWh"],
            ["To be told when we reach your area", "your phone number and address"],
            ["To review our work, if you like", "stars, a text and the name to show with it"],
            ["To agree", "which texts you accepted, their version, when and on which page"],
          ],
        },
        "You may leave at any step. The bill and usage you enter for a recommendation stay in your browser.",
      ],
    },
    {
      id: "recorded",
      title: "What is recorded automatically",
      text: [
        "To let you resume a booking and to protect it against abuse, we record which step of the booking you reached, what you chose there, the addresses checked and their result, the type of your browser, the page you came from, your IP address, and the times.",
        "We do not read your device’s location. Your position on the map comes from the address you type.",
      ],
    },
    {
      id: "from-others",
      title: "What others tell us",
      text: [
        "The payment provider tells us whether a payment succeeded, its amount and a reference. The address provider returns the full form of an address and its coordinates. Permit offices, your association and your utility tell us their decisions. The phone carriers tell us whether a text was delivered.",
      ],
    },
    {
      id: "use",
      title: "What we use it for",
      text: [
        {
          list: [
            "to say whether we serve your address and what the installation costs;",
            "to hold, confirm, move and carry out your appointment;",
            "to review photos, write your proposal, take payments and refund them;",
            "to apply for permits and your association’s approval;",
            "to answer you, and to honor warranties;",
            "to keep the service safe and correct, and to see where it is wanted;",
            "to meet legal duties, such as tax and the record of electrical work.",
          ],
        },
        "We ask again before we use it for anything that does not fit this list. No automated decision with legal or similarly significant effect is made about you: prices depend on the distance, the equipment and the place, never on who you are.",
      ],
    },
    {
      id: "texts",
      title: "Text messages",
      text: [
        "By giving a mobile number for a reservation you agree to texts about that appointment: the photo link, reminders, changes and receipts. How many depends on your project. By asking to be notified you agree to be contacted once when service becomes available in your area. Marketing texts are sent only if you check a separate box, which starts unchecked. Consent is not a condition of any purchase.",
        `Message and data rates may apply. Texts are not sent between 9 PM and 8 AM ${place.city} time, except right away in response to something you just did, such as a payment. For each consent we keep its wording, its time and the page.`,
        "To stop, reply STOP, QUIT, END, REVOKE, OPT OUT, CANCEL or UNSUBSCRIBE, in any spelling or case; ALTO and PARAR work too, and so does any other reasonable way of telling us, by text, phone or email. It takes effect at once where our systems read it, and in every case within 10 business days. You get one confirmation and nothing more. START turns texts on again, HELP says who we are.",
        "CANCEL sent as a text ends the texts. It does not cancel an appointment or an order: use the link in your email, or call.",
        "Mobile numbers and consent to texts are not shared with third parties for their own marketing.",
      ],
    },
    {
      id: "cookies",
      title: "Cookies, storage and Global Privacy Control",
      text: [
        {
          rows: [
            [
              "One cookie of ours",
              "a random secret that proves a booking is yours; scripts cannot read it",
            ],
            ["Session storage", "your unfinished booking, until you close the tab"],
            ["Local storage", "your request to be notified, so that you can see it was sent"],
            [
              "Analytics",
              "only if the site uses it and you accept it; not with Global Privacy Control",
            ],
            [
              "Your answer about analytics",
              "in local storage, so that we ask once; change it on this page",
            ],
            [
              "Advertising tag",
              "only on the page that confirms a paid appointment; not with Global Privacy Control",
            ],
          ],
        },
        "The first three are needed for the booking, so nothing asks about them. Where analytics is installed, a bar asks first, and none of it is loaded before you accept. If your browser sends the Global Privacy Control signal, nothing is sent to analytics and the advertising tag is not loaded. You do not need to do anything else.",
      ],
    },
    {
      id: "photos",
      title: "Photos and video",
      text: [
        "Location and other hidden data are removed from a picture when it arrives. Pictures are seen by the people who review, plan and do your job, and sent to a permit office or association only where an application needs them. We do not use them in advertising without your separate agreement.",
      ],
      see: [{ label: "Photo Review Policy", href: paths.legal.photoReview }],
    },
    {
      id: "payments",
      title: "Payments",
      text: [
        "You type card numbers on the payment provider’s own page. They never pass through or rest on our servers. We keep the amount, the time, the provider’s reference and, where the provider tells us, the brand and last four digits.",
      ],
    },
    {
      id: "recipients",
      title: "Who receives it",
      text: [
        {
          list: [
            "the independent licensed contractor and technician assigned to your home: contact, address, photos, order;",
            "permit offices, your association and your utility: what their forms ask;",
            "providers who work for us under contract: hosting, payments, email, texts, address search and maps;",
            "authorities and courts where the law requires it, and advisers bound to confidentiality;",
            "a successor, if the business is sold, under the same promises.",
          ],
        },
        "If you write a review and agree to it, we publish it with the name you chose, your city, the date, your generator and the price you paid. It stays up until you ask us to delete your data, or until we delete the order’s.",
        "If the site uses Google for addresses and maps, what you type in the address box goes to Google under Google’s privacy policy, policies.google.com/privacy.",
      ],
    },
    {
      id: "no-sale",
      title: "No sale, and advertising",
      text: [
        "We do not sell your personal data for money, we do not sell sensitive data, and we do not give your data to others for their own marketing.",
        "The advertising tag on the confirmation page tells an advertising network that a visit led to a paid appointment. It gets no name, phone, email or address from us. Texas law may call this targeted advertising: you can opt out with Global Privacy Control or by writing to us, and the service stays the same.",
      ],
    },
    {
      id: "retention",
      title: "How long we keep it",
      text: [
        {
          rows: [
            ["Orders, payments, photos, messages", "up to 5 years after the last entry"],
            ["The record of electrical work", "at least 4 years, as the licensing rules require"],
            ["Unfinished bookings", "90 days"],
            ["Addresses checked, requests to be notified", "up to 5 years, or until you ask"],
            ["Server logs", "30 days"],
          ],
        },
        "After that the data is erased or made anonymous. An opt-out from texts is kept for as long as it must be honored.",
      ],
    },
    {
      id: "rights",
      title: "Your rights in Texas",
      text: [
        "Under the Texas Data Privacy and Security Act you may:",
        {
          list: [
            "know whether we process data about you, and see it;",
            "have it corrected;",
            "have it deleted;",
            "receive a copy in a portable, readable format;",
            "opt out of sale, of targeted advertising, and of profiling with significant effects.",
          ],
        },
        `Write to ${company.email} or call. We give these rights to every customer, even where the law would exempt a small business. We check that the request is yours through the email or phone of your order. We answer within 45 days, free of charge; if a difficult request needs up to 45 more, we tell you why within the first 45.`,
        "If we decline, we say why and you may appeal by replying; we decide the appeal within 60 days. You may also complain to the Attorney General of Texas, texasattorneygeneral.gov. Nobody is treated worse for using these rights.",
      ],
    },
    {
      id: "security",
      title: "Security, and children",
      text: [
        "Connections are encrypted. Your booking opens only with the secret in your browser or an unguessable link that expires; knowing your email address is not enough. Staff sign in with a second factor, see what their work needs, and what they change is recorded. No system is perfectly safe: if a breach affects you, we tell you as Texas law requires.",
        "The service is for adults who own or decide about a home. We do not knowingly collect data of children under 13; if you think we have, tell us and we delete it.",
      ],
    },
    {
      id: "changes",
      title: "Changes and contact",
      text: [
        "This text applies from the date above. If we change it in a way that matters, we say so on this page and tell customers with an open order by email before it takes effect. Data already given is not used in a new way without asking.",
        `${company.legalName}, ${company.email}, ${company.phone}. Support hours: ${company.supportHours}.`,
      ],
    },
  ],
};

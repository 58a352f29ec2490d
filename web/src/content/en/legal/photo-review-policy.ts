/** Photo Review Policy v1.0. */
import { feeName, photoReview, priceRise, reservationFee } from "#business/terms.ts";
import { company } from "#content/company.ts";
import type { LegalDocument } from "#content/legal/legal-document.ts";
import { paths } from "#lib/paths.ts";

export const photoReviewPolicy: LegalDocument = {
  slug: "photo-review-policy",
  path: paths.legal.photoReview,
  name: "Photo Review Policy",
  description:
    "Which photos we ask for, the upload form and its limits, how the review locks your price, and what happens to your pictures. Version 1.0, 9 items.",
  version: "1.0",
  dated: { word: "Last updated", day: "2025-10-19" },
  lead: "Which photos we ask for, how the review locks your price, and what happens to your pictures.",
  inShort: [
    "A phone is enough. We text you a link for 5 photos after you reserve.",
    `Within ${photoReview} you know the confirmed distance and the final price.`,
    "The price goes down if the run falls in a nearer distance band. It goes up only if you approve.",
    "Location data is removed from every picture. We do not publish your photos.",
  ],
  clauses: [
    {
      id: "purpose",
      title: "Why we ask for photos",
      text: [
        "Your installation price depends on the distance from your electrical panel to the generator. You estimate it; the photos confirm it. They take the place of a salesperson’s visit and let us lock the price before anyone visits.",
        "The review is for pricing and planning. It is not an inspection of your home’s electrical or gas system and does not replace the permit inspection.",
      ],
    },
    {
      id: "when",
      title: "When and how many",
      text: [
        "After your reservation we text you a link to the upload form. Through that link we ask for 5 guided photos, and they are enough for most homes.",
        "A full review, used when 5 photos cannot settle the distance or your home is unusual, takes 10–20 photos. It is the same form; you add to what you have sent.",
        "The link is yours alone and expires. Please do not pass it on; ask us for a new one if you need it.",
      ],
    },
    {
      id: "form",
      title: "The upload form",
      text: [
        "The form asks for these things and nothing else:",
        {
          rows: [
            ["Name", "the person we answer"],
            ["Email", "where the result is sent"],
            ["Mobile", "for questions about a picture"],
            ["Project address", "completed as you type"],
            ["Checkbox", "you are the homeowner or the decision maker"],
            ["Checkbox", "you can place a stake or flag where the generator will go"],
            ["Photos", "10 slots, each naming its shot; up to 10 more may be added"],
            ["Video", "optional, 30–60 seconds: walk from the panel to the spot"],
            ["Notes", "anything the camera does not show"],
            ["Consent checkbox", "required: you agree to this policy"],
          ],
        },
      ],
    },
    {
      id: "files",
      title: "File types and sizes",
      text: [
        {
          rows: [
            ["Photos", "5 after a reservation; 10–20 for a full review"],
            ["Format", "PNG, JPG or HEIC"],
            ["Size", "each at most 10 MB; larger photos are compressed automatically"],
            ["Video", "optional, 30–60 seconds"],
          ],
        },
        "If the connection drops, the upload continues where it stopped.",
      ],
    },
    {
      id: "shots",
      title: "What to photograph",
      text: [
        "First the five we always need:",
        {
          list: [
            "the electrical panel with its door open, so that the main breaker can be read;",
            "the wall around the panel and the electric meter;",
            "the gas meter or propane tank, with its label;",
            "the spot for the generator with your stake or flag, and what is near it;",
            "the path from the panel to the spot, in one picture if you can.",
          ],
        },
        "For a full review also: the spot from both sides, the nearest window, door and AC intake, any concrete or paving the path crosses, the nameplates of large electric appliances, and a generator or transfer switch you already have.",
      ],
    },
    {
      id: "safety",
      title: "Take them safely",
      text: [
        "Open the panel’s hinged door only. Never remove a cover, touch wiring, or climb for a picture. Stay off wet ground near electrical equipment, and do not photograph during a storm.",
        "For a shot you can’t take safely, add another photo in its place and tell us in the notes, or call us. We’ll find another way.",
        "Leave people, faces, license plates and papers out of the frame. If you upload pictures of a home that is not yours, you confirm that its owner agrees.",
      ],
    },
    {
      id: "result",
      title: "The review and its result",
      text: [
        `A person looks at your photos. You hear from us within ${photoReview} of the last photo; the hours of weekends and federal holidays do not count. The answer is one of four:`,
        {
          rows: [
            ["Confirmed", "the distance fits your band, and the price is locked"],
            ["Shorter", "the run belongs to a nearer band, and the price is lowered and locked"],
            [
              "Extra work needed",
              "we message you first with the reason and the price; nothing changes unless you approve",
            ],
            [
              "Something is missing",
              "we say which picture and why; the clock starts again with it",
            ],
          ],
        },
        `If the change would be more than ${priceRise} before your price is locked and you do not approve it, or the installation turns out not to be feasible, you may cancel, and your ${reservationFee} ${feeName} is refunded in full.`,
        "A locked price covers what the photos show. What they could not show is handled under clause 6 of the Installation Agreement: we stop and ask.",
      ],
      see: [
        {
          label: "Installation Agreement, clause 6",
          href: `${paths.legal.agreement}#photo-review`,
        },
      ],
    },
    {
      id: "your-pictures",
      title: "What happens to your pictures",
      text: [
        "They stay yours. By giving consent you allow us, and the licensed contractors who plan and do your job, to view, copy and annotate them for pricing, permits, HOA applications, installation and warranty.",
        "Location and other hidden data are removed when a picture arrives. HEIC pictures are turned into JPG. We do not use your pictures in advertising, and we do not train software on them, unless you agree to that separately.",
      ],
      see: [{ label: "Privacy Policy, item 8", href: `${paths.legal.privacy}#photos` }],
    },
    {
      id: "keeping",
      title: "How long we keep them, and how to withdraw",
      text: [
        "Photos belong to the record of your order and are kept with it, up to 5 years. If you withdraw your consent or decide against the project, we delete them on request, except those that the record of finished electrical work must keep.",
        `To delete, ask or complain: ${company.email} or ${company.phone}. Without photos we cannot lock the price remotely, so we arrange a visit instead.`,
      ],
    },
  ],
};

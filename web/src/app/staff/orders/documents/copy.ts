import type { StaffOrder } from "#api/staff-orders.ts";

type ProposalStatus = NonNullable<StaffOrder["proposal"]>["status"];

export const paperWords = {
  title: "Proposal and papers",
  states: {
    ready: "Waits for the customer",
    accepted: "Accepted",
    superseded: "Replaced",
  } satisfies Record<ProposalStatus, string>,
  noProposal: "No proposal yet.",
  version: (version: number, total: string) => `Proposal, version ${version}, ${total}`,
  acceptedBy: (name: string, when: string) => `Accepted by ${name}, ${when}`,
  cancelUntil: (day: string) =>
    `The customer may cancel for a full refund until midnight of ${day}.`,
  generate: "Generate the proposal",
  generateTitle: "Generate the proposal?",
  generateConsequence: (total: string, name: string) =>
    `A proposal over ${total} is made, and ${name} is asked by text and email to accept it.`,
  generated: "The proposal is made. The customer is told.",
  hoa: "Make an HOA packet",
  hoaTitle: "HOA packet",
  hoaConsequence: "Letter, site sketch and the machine's figures are made in one PDF.",
  hoaName: "Name of the association",
  hoaNameRequired: "Please enter the association's name.",
  hoaAddress: "Its address (optional)",
  hoaContact: "Contact there (optional)",
  hoaNotes: "Notes for the letter (optional)",
  hoaMake: "Make the packet",
  hoaMade: "The packet is made. It stands among the files.",
  files: "Files",
  noFiles: "No file yet.",
  size: (bytes: number) =>
    bytes < 1_000_000
      ? `${Math.max(1, Math.round(bytes / 1_000))} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`,
  fileFacts: (size: string, when: string) => `${size}, ${when}`,
  download: (title: string) => `Download ${title}`,
  downloading: "Downloading...",
} as const;

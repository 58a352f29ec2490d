/**
 * Installations shown as stories. An operator replaces them with photos of real homes, used with
 * the owners' permission, and sets `isRendering` to false.
 */

import { diagnosticFee } from "#business/terms.ts";
import { company } from "#content/company.ts";
export type Story = {
  title: string;
  /**
   * Computer-generated picture; the page labels it, so that nobody takes it for a customer's home.
   */
  isRendering: boolean;
  facts: readonly { name: string; value: string }[];
};

export type ShownPicture = { alt: string; caption: string };

export const sideYard: Story & { pictures: readonly ShownPicture[] } = {
  title: "A side yard with room for one generator",
  isRendering: true,
  facts: [
    { name: "What", value: "22 kW generator and transfer switch on a 3-inch concrete pad" },
    { name: "Where", value: "Brick side wall, between the gas meter and the panel, within 25 ft" },
    { name: "How long", value: "About one day" },
  ],
  pictures: [
    {
      alt: "A brick side wall with a gas meter, a panel and lawn.",
      caption: "Before: lawn, gas meter, panel",
    },
    {
      alt: "The same wall with a generator on a gravel bed and a transfer switch beside the panel.",
      caption: "After: the pad, the unit and one more box",
    },
    {
      alt: "The generator on its concrete pad in gravel, gas line on its left, conduit on its right.",
      caption: "Gas comes in from the left, power leaves to the right",
    },
  ],
};

export const lightsOn: Story & { film: string } = {
  title: "The lights come back on their own",
  isRendering: true,
  film: "A home at dusk during an outage: the generator starts and the window and the wall lamp light up. 5 seconds, no sound.",
  facts: [
    { name: "What", value: "The transfer switch sees the grid fail and starts the generator" },
    { name: "Who", value: "Nobody has to be at home" },
  ],
};

/** The founder's note. An operator signs it with a real name. */
export const founderNote = {
  title: "Why we ask for a distance first",
  signature: `The founder of ${company.name}`,
  opening:
    "Most of the difference between two installations is the run from the panel to the generator: how many feet of wire and pipe, and how much digging. You can pace that off yourself on a Sunday. So we made it the price.",
  rest: [
    "Generators are usually sold in your living room, after a visit, at a price that depends on who is asking. I think you should see the price before anyone has your phone number.",
    "Then your five photos confirm it. If the run is in a nearer distance band than you thought, you pay less. If there is extra work, we message you before we do it, and you can say no.",
    `We add no markup to the generator: you pay the store price. If you would rather have someone take a look first, a diagnostic costs ${diagnosticFee} and is credited to your installation.`,
  ],
} as const;

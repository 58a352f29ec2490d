/**
 * Captions of the gallery, which say that the pictures are rendered and prove no code compliance.
 */
export const copy = {
  title: "What it looks like when it’s done",
  note: "Rendered on a computer to show the parts of an installation. Your photos decide where things go at your house.",
  label: "Pictures of an installation",
  pictures: [
    {
      caption: "The unit, beside the house",
      alt: "A cream standby generator on a concrete pad in a bed of gravel, along a red brick wall with gas meter and transfer switch.",
    },
    {
      caption: "Transfer switch, panel, meter",
      alt: "Three grey boxes on a brick wall, joined by conduit: the transfer switch, the electrical panel and the round electric meter.",
    },
    {
      caption: "Gas, from the meter to the unit",
      alt: "A gas meter on a brick wall; a pipe with a yellow shut-off valve runs from it to a flexible connector at the generator.",
    },
    {
      caption: "Behind a low hedge",
      alt: "A white siding house whose generator is half hidden behind a low clipped hedge, with mulch around its pad.",
    },
    {
      caption: "From above",
      alt: "A side yard from above: the generator in its gravel bed on the left, the window and the air conditioner well to its right.",
    },
    {
      caption: "The night it is for",
      alt: "A wet street at dusk with the power out. One brick home has light in its windows and beside its garage.",
    },
  ],
} as const;

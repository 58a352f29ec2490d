export const generatorWords = {
  title: "Do you need a generator?",
  need: "How do you get your generator?",
  buyHere: "Buy it here",
  buyHereDetail: "Store price, no markup. The transfer switch is included.",
  provideOwn: "I have my own",
  provideOwnDetail: "Already bought, or buying elsewhere. We install it at the same flat rate.",
  size: "Which size?",
  ownSize: "How big is it? If you know",
  loading: "Loading generators...",
  failed: "Error loading generators. Please try again.",
  tryAgain: "Try again",
  required: "Generator selection is required",
  included: "Included with your generator",
  includedFree: "Included",
  ownTitle: "Bring your own generator",
  ownNote:
    "Tell us the make and model when we text you for photos: we check that switch, gas line and pad suit it before installation day.",
};

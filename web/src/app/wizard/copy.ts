import { company } from "#content/company.ts";
export const wizardWords = {
  progress: "Wizard progress",
  back: "Back",
  home: `${company.name} home`,
  help: "Get Help",
  next: "Next",
  loadingStep: "Loading...",
  crash: "Unexpected Application Error",
  crashNote:
    "What you entered is saved. Load the page again, or call us and we finish it together.",
  reload: "Load again",
  priceFrom: "Installation from",
  priceInstallation: "Installation, flat rate",
  priceTotal: "Total",
  priceWithoutBand: "Choose a distance in step 1 for your total",
  plusPermit: "plus permit",
  allIncluded: "with tax and permit",
  ownIncluded: "with permit",
  feeToday: (fee: string) => `${fee} today holds your date`,
};

export const copy = {
  hint: "Start typing and choose your address from the list.",
  submit: "Get A Free Estimate",
  checkAddress: "Check my address",
  checking: "Checking your address…",
  changeAddress: "Change Address",
  empty: "Please enter your address",
  incomplete: "Please select a complete address from the dropdown",
  covered: "We install here.",
} as const;

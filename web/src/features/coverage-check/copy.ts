/** The words of the address search, as specified (sections 5 and 8). */
export const copy = {
  label: "Home address",
  placeholder: "Street, city, state and ZIP",
  hint: "Start typing and choose your address from the list.",
  submit: "Get A Free Estimate",
  checkAddress: "Check my address",
  checking: "Checking your address…",
  changeAddress: "Change Address",
  empty: "Please enter your address",
  incomplete: "Please select a complete address from the dropdown",
  covered: "We install here.",
  suggestionsFailed: "Failed to get address suggestions",
  timeout: "Request timeout - please try again",
  configurationTitle: "Error de configuración",
  keyMisconfigured:
    "The maps key of this site needs to be an unrestricted server key. You can still type your full address with its ZIP code.",
  configurationHelp: "You can still type your full address with its ZIP code.",
  suggestions: "Address suggestions",
  found: (count: number) =>
    count === 1 ? "1 suggestion, use the arrow keys" : `${count} suggestions, use the arrow keys`,
} as const;

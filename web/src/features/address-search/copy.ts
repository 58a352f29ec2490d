export const copy = {
  label: "Home address",
  placeholder: "Street, city, state and ZIP",
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

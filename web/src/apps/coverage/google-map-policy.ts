/** What a page's policy must allow for Google's map, where the operator has set it up. */

export const GOOGLE_SCRIPT = ["'self'", "https://maps.googleapis.com"] as const;

export const GOOGLE_MAP = [
  "connect-src https://maps.googleapis.com",
  "img-src https://maps.googleapis.com https://maps.gstatic.com",
  "font-src https://fonts.gstatic.com",
] as const;

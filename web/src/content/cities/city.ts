/** Facts specific to one city: permit office, utility, flooding, typical homes. */
import type { Question } from "#content/faq/faq.ts";

export type Note = {
  id: "permit" | "utility" | "water" | "homes" | "neighbors" | "outages";
  title: string;
  text: string;
  /** Who published the figure or date. */
  source?: string;
};

export type City = {
  slug: string;
  name: string;
  description: string;
  lead: string;
  /** Short name of the permit office. */
  permitOffice: string;
  counties: string;
  notes: readonly Note[];
  questions: readonly Question[];
};

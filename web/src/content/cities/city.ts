/** What is true of one place only: who permits there, who delivers, where water goes, how homes stand. */
import type { Question } from "#content/faq/faq.ts";

export type Note = {
  id: "permit" | "utility" | "water" | "homes" | "neighbors" | "outages";
  title: string;
  text: string;
  /** Whose word a figure or a date is. */
  source?: string;
};

export type City = {
  slug: string;
  name: string;
  description: string;
  lead: string;
  /** Who issues the permit, in a few words. */
  permitOffice: string;
  counties: string;
  notes: readonly Note[];
  questions: readonly Question[];
};

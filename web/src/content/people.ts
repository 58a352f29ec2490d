/** Who comes, insurance, the founder and reviews: facts of the market (market/README.md). */
import people from "@market/people.json";

export type Person = {
  name: string;
  role: string;
  /** File in the market's folder `people`. */
  picture?: string;
  /** Number as the regulator writes it; the page links to its look-up. */
  license?: string;
};

export type Review = {
  text: string;
  name: string;
  city: string;
  /** Day the order was finished. */
  finished: string;
  price_cents: number;
};

export type People = {
  license_lookup: { name: string; url: string } | null;
  team: readonly Person[];
  insurance: { insurer: string; certificate_url?: string } | null;
  founder: { name: string; picture?: string } | null;
  reviews: readonly Review[];
};

/** The people of a market's file. A review without its date and price is refused. */
export function checkedPeople(people: People): People {
  for (const { text, name, finished, price_cents } of people.reviews)
    if (!text || !name || !/^\d{4}-\d{2}-\d{2}$/.test(finished) || !(price_cents > 0))
      throw new Error(`people.json: the review of ${name} needs text, name, day and price`);
  for (const { name, role } of people.team)
    if (!name || !role) throw new Error("people.json: everybody who comes needs a name and a role");
  return people;
}

export const thePeople = checkedPeople(people as People);

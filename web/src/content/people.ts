/** Who comes, insurance and the founder: facts of the market (market/README.md). */
import people from "@market/people.json";

export type Person = {
  name: string;
  role: string;
  /** File in the market's folder `people`. */
  picture?: string;
  /** Number as the regulator writes it; the page links to its look-up. */
  license?: string;
};

export type People = {
  license_lookup: { name: string; url: string } | null;
  team: readonly Person[];
  insurance: { insurer: string; certificate_url?: string } | null;
  founder: { name: string; picture?: string } | null;
};

/** The people of a market's file. */
export function checkedPeople(people: People): People {
  for (const { name, role } of people.team)
    if (!name || !role) throw new Error("people.json: everybody who comes needs a name and a role");
  return people;
}

export const thePeople = checkedPeople(people as People);

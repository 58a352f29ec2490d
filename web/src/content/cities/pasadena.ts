import type { City } from "./city.ts";

export const pasadena: City = {
  slug: "pasadena",
  name: "Pasadena",
  description:
    "Home generators in Pasadena’s five ZIP codes: older panels checked from a photo before you pay, city permit and inspections, one flat price from $4,990.",
  lead: "A postwar brick house off Southmore or a newer one by Fairmont: we look at the panel first, because in Pasadena that is where surprises live.",
  permitOffice: "City of Pasadena",
  counties: "Harris",
  notes: [
    {
      id: "homes",
      title: "Start with the panel",
      text: "North of Spencer Highway there are many houses from the decades after the war, some still with 100 A service or a fuse box beside the breakers. A generator can serve such a house well. But if the panel has to be replaced, that is a job of its own, outside the flat rate. Your photo of the open door shows it.",
    },
    {
      id: "permit",
      title: "All in one city, nearly",
      text: "77502 to 77506 are Pasadena’s, with corners in Deer Park and South Houston, which have counters of their own. Inside the city we pull the permits, meet the inspectors on the lawn, and come back if one of them wants a strap moved.",
    },
    {
      id: "utility",
      title: "Gas pipe older than the appliances",
      text: "A branch line of black steel that has fed a range since 1958 is not the line for a generator. It gets its own, from the meter, sized by the maker’s table for full load: the farther it goes, the wider it must be. We test it under pressure before the first start.",
    },
    {
      id: "water",
      title: "Vince Bayou and the Ship Channel",
      text: "Vince and Little Vince Bayou drain the north to the channel, Armand Bayou the south to Clear Lake. We ask for the flood zone on your insurance page and put the slab on the side that stayed dry.",
    },
    {
      id: "neighbors",
      title: "No association? Fewer letters, same distances",
      text: "Plenty of older subdivisions have no architectural committee at all, so a file needs only the city’s stamp. Be a good neighbor anyway: on a 60-foot lot the bedroom next door is closer than your own. We draw its windows on the plan, too.",
    },
  ],
  questions: [
    {
      id: "fuse-box",
      question: "I still have a fuse box. Can I get a generator?",
      answer: [
        "Yes, after a new panel. A licensed electrician replaces it, with its own permit, before or on the same day. Send the picture, and you get a figure for that part by itself.",
      ],
    },
    {
      id: "window-units",
      question: "We cool with window units. Do we need 22 kW?",
      answer: [
        "Likely not. Window units draw far less than central air, and 18 kW may carry the whole house. The load calculation says; a smaller machine also burns less gas at night.",
      ],
    },
    {
      id: "plant",
      question: "I work shifts at the plants. Who lets you in?",
      answer: [
        "Nobody has to, most of the day: the work is outdoors. While the panel is switched off, and for the first start, somebody should be home. You choose morning or afternoon arrival.",
      ],
    },
    {
      id: "older-house",
      question: "Is an older house worth it?",
      answer: [
        "The food, the air conditioning and the night’s sleep cost the same to lose in any house. What matters is a sound panel and a spot outside. If there is no way to install it, you get the $100 back.",
      ],
    },
  ],
};

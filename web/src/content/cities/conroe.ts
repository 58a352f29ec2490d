import type { City } from "./city.ts";

export const conroe: City = {
  slug: "conroe",
  name: "Conroe",
  description:
    "Generator installation in Conroe and its six ZIP codes: Entergy or cooperative wires, wells and propane on acreage, city or county papers. Flat rate from $4,990.",
  lead: "From the courthouse square to the lake and the acreage beyond: natural gas or propane, well pump included in the sums, at one flat rate by distance.",
  permitOffice: "City of Conroe, or Montgomery County outside it",
  counties: "Montgomery",
  notes: [
    {
      id: "homes",
      title: "No power, no water",
      text: "A house on its own well loses the tap with the lights. A submersible pump starts with several times the current it runs on, so its nameplate goes into our load calculation with the air conditioner’s. Tell us too about a grinder pump, a shop compressor or a welder.",
    },
    {
      id: "utility",
      title: "Entergy, or your cooperative",
      text: "Entergy Texas delivers in much of the town; a few miles out you may be a member of an electric cooperative. Neither is the kind of company whose seller you pick yourself. The owner of the meter tells us how it wants a transfer switch announced.",
      source: "Entergy Texas, newsroom",
    },
    {
      id: "permit",
      title: "Six ZIP codes, several counters",
      text: "77301 and 77304 are mostly the city’s. In 77302, 77303 and 77384 much is county land. 77385 contains Oak Ridge North, which is a city with permits of its own, and Shenandoah is next door. Each asks for something else, and none of them should be a surprise on the day.",
    },
    {
      id: "water",
      title: "Lake, dam and West Fork",
      text: "Lots on Lake Conroe answer to the San Jacinto River Authority for what is built at the water. Below the dam the West Fork takes what the gates release. At either place we set the machine on the uphill side of the house, and ask before we dig near the shore.",
    },
    {
      id: "outages",
      title: "Fuel that waits in the yard",
      text: "Where no gas main passes, a buried or standing propane tank is the supply. A 26 kW machine at half load uses somewhat more than half of its full appetite of 3.6 gallons an hour. A big tank, filled before the season, is the difference between two days and a week.",
    },
  ],
  questions: [
    {
      id: "tank-size",
      question: "What size of propane tank should I get?",
      answer: [
        "Divide what the dealer can really fill, about 80% of the tank’s volume, by what your house burns in an hour. 400 usable gallons at 2 gallons an hour last 200 hours. We give you the hourly figure for your loads; the dealer gives you the tank.",
      ],
    },
    {
      id: "lake-permit",
      question: "I am on the lake. Is there another authority?",
      answer: [
        "Possibly. The river authority licenses docks and bulkheads, and many waterfront sections have their own associations. A unit beside the house seldom concerns the former and nearly always the latter.",
      ],
    },
    {
      id: "long-driveway",
      question: "My house is 600 ft from the road. Can a crew get in?",
      answer: [
        "A truck with a trailer needs firm ground and a place to turn, and the unit weighs over 500 lb. If the way goes soft after rain, tell us before the day; moving it costs nothing up to 48 hours ahead.",
      ],
    },
    {
      id: "coop",
      question: "Does my cooperative have to know?",
      answer: [
        "We ask it for you and send the make of the switch. Behind a transfer switch a generator cannot feed the line, and that is what a lineman has to be sure of.",
      ],
    },
  ],
};

/** Ways to keep the power on, compared. Every figure has its source; what has none is left out. */
import { priceExample, prices } from "#content/price-example.ts";

type Source = { name: string; url?: string };
type Fact = { text: string; source?: Source };

const GUIDE = {
  name: "FriendsWithTools, April 2026",
  url: "https://friendswithtools.io/guides/backup-generator-guide/",
};
const POWERWALL = {
  name: "Got Watts on the Powerwall 3",
  url: "https://www.gotwatts.com/resources/understanding-the-tesla-powerwall-3.html",
};
const FLORIDA = {
  name: "Florida Solar Design Group",
  url: "https://floridasolardesigngroup.com/can-a-single-tesla-powerwall-3-provide-whole-home-backup",
};

/** Portable generator, home battery and standby generator, in this order. */
export const backupPower: readonly { name: string; facts: readonly [Fact, Fact, Fact] }[] = [
  {
    name: "Starts on its own",
    facts: [
      { text: "No: you roll it out and start it", source: GUIDE },
      { text: "Yes, at once", source: POWERWALL },
      { text: "Yes, within seconds", source: GUIDE },
    ],
  },
  {
    name: "Central air",
    facts: [
      { text: "3 to 12 kW: often not", source: GUIDE },
      { text: "A 13.5 kWh battery runs 4 kW of it for just over three hours", source: FLORIDA },
      { text: "10 to 40 kW: yes", source: GUIDE },
    ],
  },
  {
    name: "Refueling",
    facts: [
      { text: "Every 8 to 12 hours", source: GUIDE },
      {
        text: "None; it recharges from the grid or from solar panels",
        source: {
          name: "AVE Battery",
          url: "https://avebattery.com/blog/home-standby-generators-vs-battery-backup-systems/",
        },
      },
      { text: "None on natural gas, as long as gas flows", source: GUIDE },
    ],
  },
  {
    name: "Five days",
    facts: [
      {
        text: "About 80 gallons of gasoline, for 5 kW at half load",
        source: {
          name: "Resanders Plumbing (0.65 gallons an hour)",
          url: "https://resandersplumbing.com/how-much-does-cost-run-generator/",
        },
      },
      { text: "Only with solar panels that recharge it", source: FLORIDA },
      {
        text: "About 204 cubic feet of gas an hour, for 22 kW at half load",
        source: { name: "Benfield Electric, from Generac’s sheets" },
      },
    ],
  },
  {
    name: "Noise",
    facts: [
      {
        text: "70 dB at 10 ft already counts as quiet",
        source: {
          name: "Master Electrical",
          url: "https://www.master-electrical.com/residential-generators/portable-generator-information/",
        },
      },
      {
        text: "Silent",
        source: {
          name: "KTXS",
          url: "http://www.ktxs.com/lifestyle/homesolutions/electrical/Battery-backup-power-vs-gas-generators/17191682?item=2",
        },
      },
      { text: "67 dB(A) at 23 ft", source: { name: "Generac’s sheet of model 7327" } },
    ],
  },
  {
    name: "Price",
    facts: [
      { text: "$500 to $2,000", source: GUIDE },
      { text: "Ask an installer: we found no figure with a source" },
      { text: `${prices.total} installed`, source: { name: `Our price: ${priceExample.title}` } },
    ],
  },
];

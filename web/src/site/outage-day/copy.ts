const hour = (of: number): string => {
  const half = of % 24 < 12 ? "am" : "pm";
  return `${of % 12 === 0 ? 12 : of % 12} ${half}`;
};

const AND = new Intl.ListFormat("en-US", { type: "conjunction" });
const hours = (count: number): string => {
  const rounded = Math.round(count * 10) / 10;
  return rounded === 1 ? "1 hour" : `${rounded} hours`;
};

export const dayWords = {
  title: "One August day without the grid",
  lead: "The power goes out at midnight and stays out. Outside it reaches 100 °F. This is what runs in your home, hour by hour, on the generator you choose.",
  chooseUnit: "Generator",
  unit: (kw: number) => `${kw} kW`,
  unitName: (kw: number) => `The ${kw} kW unit`,
  everythingRuns: (name: string) =>
    `Everything runs whenever it needs to. ${name} never has to choose.`,
  someWait: (names: string[], name: string) =>
    `${AND.format(names)} ${names.length === 1 ? "waits" : "wait"} for room at times. ${name} powers the most important first.`,
  ran: (count: number) => `runs ${hours(count)}`,
  waited: (count: number) => `waits ${hours(count)}`,
  missed: (count: number) => `${hours(count)} left over`,
  power: "Power drawn",
  most: (kw: string, capacity: string) => `at most ${kw} kW of ${capacity} kW`,
  runs: "runs",
  waits: "waits",
  rests: "rests",
  legend: "Legend",
  limit: "generator limit",
  picture: (name: string, words: string) => `${name}, hour by hour: ${words}`,
  powerPicture: "Average power in each hour, below the line of what the generator can deliver",
  table: "Show as a table",
  hour: "Hour",
  drawn: "Drawn (kW)",
  hourName: hour,
  axis: [0, 6, 12, 18].map(hour),
  between: (from: number) => `${hour(from)}–${hour(from + 1)}`,
  guidance:
    "A simulation with typical habits and running powers, not a measurement of your home. The generator's figure is lowered by 3% for the heat; the moment a motor starts is not simulated.",
};

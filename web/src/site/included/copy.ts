/** Items included with a generator bought here, at their retail value (HOME-07.3). */
export const copy = {
  title: "Included with every generator",
  lead: "Five parts a complete installation needs. Elsewhere they are extra lines on the bill; here they come with the generator.",
  included: "Included",
  worth: "retail value",
  parts: [
    {
      name: "Automatic transfer switch",
      text: "Moves your home to generator power by itself",
      retailCents: 0,
    },
    {
      name: "3-inch concrete pad",
      text: "A solid base: generators never stand on grass or dirt",
      retailCents: 399_00,
    },
    { name: "26R battery", text: "Starts the engine when the grid is down", retailCents: 69_74 },
    {
      name: "Whole-house surge protector",
      text: "Guards appliances when power comes and goes",
      retailCents: 124_99,
    },
    {
      name: "Smart management module, 100 A",
      text: "Sheds one large load when the generator is near its limit",
      retailCents: 291_99,
    },
  ],
} as const;

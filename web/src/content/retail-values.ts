/** What parts that come with a generator retail for alone, in cents (HOME-07.3). */
export const partCents = {
  pad: 399_00,
  battery: 69_74,
  surgeProtector: 124_99,
  module: 291_99,
};

/** What the example's two extras come to fitted, in cents, struck through as included (HOME-07.1). */
export const fittedCents = { surgeProtector: 590_00, module: 450_00 };

/**
 * Coefficients of NEC 220.82, the optional method for one-family dwellings. Texas uses the 2023
 * edition.
 */

export type Factors = {
  edition: string;
  lightingVaPerSqFt: number;
  circuitVa: number;
  /** VA of the general load that counts in full; the rest counts at `restShare`. */
  firstVa: number;
  restShare: number;
  coolingShare: number;
  heatPumpShare: number;
  /**
   * For central electric heating, a heat pump's auxiliary strips, and fewer than four separate
   * heaters.
   */
  electricHeatShare: number;
  separateHeatersShare: number;
  /** From this many separately controlled heaters on, `separateHeatersShare` applies. */
  separateHeatersFrom: number;
};

export const nec2023: Factors = {
  edition: "NEC 2023, 220.82",
  lightingVaPerSqFt: 3, // 220.82(B)(1); the 2026 edition (120.82) lowers it to 2
  circuitVa: 1500, // 220.82(B)(2)
  firstVa: 10_000, // 220.82(B)
  restShare: 0.4, // 220.82(B)
  coolingShare: 1, // 220.82(C)(1)
  heatPumpShare: 1, // 220.82(C)(2) and (3)
  electricHeatShare: 0.65, // 220.82(C)(3), (4) and (5)
  separateHeatersShare: 0.4, // 220.82(C)(6)
  separateHeatersFrom: 4, // 220.82(C)(6)
};

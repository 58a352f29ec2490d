/** A row of the price book as the server answers it: its lines, in whole dollars, its payments. */
type Lines = {
  installation_cents: number;
  generator_cents: number;
  permit_cents: number;
  sales_tax_cents: number;
  discount_cents: number;
  total_cents: number;
};

const KINDS = ["acceptance", "equipment", "completion"] as const;
const PERCENTS = [25, 50, 25];
const whole = (cents: number) => Math.floor(cents / 100) * 100;

/** For totals such as those of the tests, where only the tax has cents. */
export function priceRow<Row extends Lines>(row: Row) {
  const total = whole(row.total_cents);
  const shown = {
    installation_cents: whole(row.installation_cents),
    generator_cents: whole(row.generator_cents),
    permit_cents: whole(row.permit_cents),
    sales_tax_cents: whole(row.sales_tax_cents),
    discount_cents: whole(row.discount_cents),
    total_cents: total,
  };
  const first = Math.round(row.total_cents / 400) * 100;
  const second = whole(row.total_cents / 2);
  const parts = [first, second, total - first - second];
  const quarter = Math.round(row.total_cents / 4);
  const half = Math.round(row.total_cents / 2);
  const exact = [quarter, half, row.total_cents - quarter - half];
  return {
    ...row,
    before_tax_cents: row.total_cents - row.sales_tax_cents,
    shown,
    milestones: KINDS.map((kind, number) => ({
      kind,
      percent: PERCENTS[number] ?? 0,
      amount_cents: exact[number] ?? 0,
      shown_cents: parts[number] ?? 0,
    })),
  };
}

/** The lines of a price, to the cent. */
export const PRICE = {
  installation_cents: 4_990_00,
  generator_cents: 6_979_00,
  permit_cents: 150_00,
  sales_tax_cents: 575_77,
  discount_cents: 0,
  extras_cents: 0,
  line_items: [],
  total_cents: 12_694_77,
  before_tax_cents: 12_119_00,
};

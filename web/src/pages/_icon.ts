/** The icon of the site: a house with a lit window, in the market's colors. */
import colors from "@market/colors.json";

const HOUSE = `<path d="M16 6 6 14v12h20V14z" fill="none" stroke="${colors.white}" stroke-width="2.25" stroke-linejoin="round"/><path d="M16.5 17h5v5.5h-5z" fill="${colors["amber-400"]}"/>`;

const icon = (corner: number, house: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${corner}" fill="${colors["night-900"]}"/>${house}</svg>`;

export const roundedIcon = icon(7, HOUSE);

/** For home screens, which cut it to their own shape: the house is smaller. */
export const maskableIcon = icon(
  0,
  `<g transform="translate(16 16) scale(0.84) translate(-16 -16)">${HOUSE}</g>`,
);

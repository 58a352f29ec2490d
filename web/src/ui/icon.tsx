/** Paths on a 24 px grid, drawn in the color of the surrounding text. */
const OUTLINES = {
  "arrow-left": "M19 12H5m6-6-6 6 6 6",
  "arrow-right": "M5 12h14m-6-6 6 6-6 6",
  calendar: "M5 6h14v14H5zM5 10.5h14M9 3.5V8m6-4.5V8",
  check: "m5 12.5 4.5 4.5L19 7.5",
  "chevron-down": "m6 9.5 6 6 6-6",
  "chevron-left": "m14.5 6-6 6 6 6",
  "chevron-right": "m9.5 6 6 6-6 6",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  close: "m6 6 12 12M18 6 6 18",
  document: "M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5m-5 4h5",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.75v.01",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  mail: "M3.5 6h17v12h-17zm0 .5 8.5 7 8.5-7",
  "map-pin":
    "M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11zM12 7.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5z",
  menu: "M4 7h16M4 12h16M4 17h16",
  message: "M4 5h16v11H11l-4.5 4v-4H4zM8 9h8m-8 3.25h5",
  minus: "M5 12h14",
  phone:
    "M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2C10.5 20 4 13.5 4 5.5a2 2 0 0 1 2-2z",
  plus: "M5 12h14M12 5v14",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5",
  success: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.25 12.25l2.5 2.5 5-5",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  warning: "M12 4 2.75 19.5h18.5zM12 10v4.5M12 17v.01",
} as const;

export type IconName = keyof typeof OUTLINES;

const SIZES = { xs: "size-3.5", sm: "size-4.5", md: "size-6", lg: "size-8" };
const WEIGHTS = {
  sm: "stroke-2",
  md: "stroke-[1.75]",
  lg: "stroke-[1.5]",
  heavy: "stroke-3",
};

type IconProps = {
  name: IconName;
  size?: keyof typeof SIZES | undefined;
  /** Of the strokes; without it, the size decides. */
  weight?: "heavy" | undefined;
  /** Color, outer spacing and motion; not the size. */
  className?: string | undefined;
};

/** Decorative icon, hidden from screen readers: the text beside it has the meaning. */
export function Icon({ name, size = "md", weight, className = "" }: IconProps) {
  return (
    <svg
      className={`icon flex-none fill-none stroke-current [stroke-linecap:round] [stroke-linejoin:round] ${SIZES[size]} ${WEIGHTS[weight ?? (size === "xs" ? "sm" : size)]} ${className}`.trim()}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={OUTLINES[name]} />
    </svg>
  );
}

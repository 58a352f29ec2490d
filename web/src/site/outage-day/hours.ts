/** "6 am" for 6, "12 pm" for 12. */
export const hourName = (hour: number): string => {
  const half = hour % 24 < 12 ? "am" : "pm";
  return `${hour % 12 === 0 ? 12 : hour % 12} ${half}`;
};

/** "6 am–7 am" for 6. */
export const hoursBetween = (hour: number): string => `${hourName(hour)}–${hourName(hour + 1)}`;

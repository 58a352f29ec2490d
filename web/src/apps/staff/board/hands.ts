/** What the cards of the board need to be carried, and to show where what is carried may go. */
import type { PointerEvent } from "react";
import type { Carried } from "./places.ts";
import type { Spot } from "./use-carrying.ts";

export type Hands = {
  carried: Carried | null;
  over: Spot;
  /** null: this role only looks. */
  lift: ((what: Carried) => (press: PointerEvent) => void) | null;
};

/** What the cards of the board need to be carried, and to show where what is carried may go. */
import type { PointerEvent } from "react";
import type { DraggedItem } from "./board-cells.ts";
import type { DropTarget } from "./use-drag.ts";

export type DragState = {
  carried: DraggedItem | null;
  over: DropTarget;
  /** null: this role only looks. */
  lift: ((what: DraggedItem) => (press: PointerEvent) => void) | null;
};

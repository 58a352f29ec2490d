/** Drag-and-drop state that the board's cards need. */
import type { PointerEvent } from "react";
import type { DraggedItem } from "./board-cells.ts";
import type { DropTarget } from "./use-drag.ts";

export type DragState = {
  dragged: DraggedItem | null;
  over: DropTarget;
  /** Null for a role that may only read. */
  lift: ((what: DraggedItem) => (event: PointerEvent) => void) | null;
};

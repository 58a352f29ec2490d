import type { Ref } from "react";
import type { DraggedItem } from "./board-cells.ts";

/** The dragged item, beside the pointer. */
export function DragPreview({
  dragged,
  ref,
}: {
  dragged: DraggedItem | null;
  ref: Ref<HTMLDivElement>;
}) {
  return (
    <div className="board-ghost" ref={ref} hidden={!dragged} aria-hidden="true">
      {dragged && nameOf(dragged)}
    </div>
  );
}

const nameOf = (dragged: DraggedItem) =>
  dragged.kind === "job" ? dragged.job.customer_name : dragged.technician.name;

import type { Ref } from "react";
import type { DraggedItem } from "./board-cells.ts";

/** The dragged item, beside the pointer. */
export function DragPreview({
  carried,
  ref,
}: {
  carried: DraggedItem | null;
  ref: Ref<HTMLDivElement>;
}) {
  return (
    <div className="board-ghost" ref={ref} hidden={!carried} aria-hidden="true">
      {carried && nameOf(carried)}
    </div>
  );
}

const nameOf = (carried: DraggedItem) =>
  carried.kind === "job" ? carried.job.customer_name : carried.technician.name;

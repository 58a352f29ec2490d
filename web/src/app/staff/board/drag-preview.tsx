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
    <div
      className="pointer-events-none fixed start-0 top-0 z-10 max-w-56 rounded-sm bg-surface-inverse px-3 py-1.5 font-semibold text-inverse shadow-md"
      ref={ref}
      hidden={!dragged}
      aria-hidden="true"
    >
      {dragged && nameOf(dragged)}
    </div>
  );
}

const nameOf = (dragged: DraggedItem) =>
  dragged.kind === "job" ? dragged.job.customer_name : dragged.technician.name;

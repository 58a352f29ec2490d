import type { Ref } from "react";
import type { Carried } from "./places.ts";

/** What is carried, beside the pointer. */
export function Ghost({ carried, ref }: { carried: Carried | null; ref: Ref<HTMLDivElement> }) {
  return (
    <div className="board-ghost" ref={ref} hidden={!carried} aria-hidden="true">
      {carried && nameOf(carried)}
    </div>
  );
}

const nameOf = (carried: Carried) =>
  carried.kind === "job" ? carried.job.customer_name : carried.technician.name;

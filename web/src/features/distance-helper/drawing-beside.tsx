import type { ReactNode } from "react";

type DrawingBesideProps = { drawing: ReactNode; children: ReactNode };

/** One step: its drawing above the questions, or beside them, where it stays in view. */
export function DrawingBeside({ drawing, children }: DrawingBesideProps) {
  return (
    <div className="grid items-start gap-6 @min-[44rem]:grid-cols-2 @min-[44rem]:gap-8">
      <div className="@min-[44rem]:sticky @min-[44rem]:top-20">{drawing}</div>
      <div className="grid min-w-0 gap-4">{children}</div>
    </div>
  );
}

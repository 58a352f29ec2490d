/**
 * What the board's parts share, and drag and drop by React Aria: by mouse, or by keys and screen
 * reader from a handle. A tap opens a card's menu, which does the same.
 */

import { createContext, type RefObject, use, useId, useRef } from "react";
import { useButton } from "react-aria/useButton";
import { DragPreview, type DragPreviewRenderer, useDrag } from "react-aria/useDrag";
import { useDrop } from "react-aria/useDrop";
import { m } from "#paraglide/messages.js";
import type { DraggedItem } from "./board-cells.ts";
import type { Board, Missing, Technician } from "./board-types.ts";

/** Target of a drop: a day, or a job's card. */
export type DropTarget = { day?: string; job?: string };

/** The form shown for a job; `day` is where it was dropped. */
export type OpenJob = { is: "job"; id: string; part: "menu" | "move" | "send"; day?: string };

export type BoardDialog =
  | OpenJob
  | { is: "crews"; day: string }
  | { is: "calendars" }
  | { is: "technician"; technician: Technician | null };

export type BoardState = {
  board: Board;
  /** The day a phone shows; wider screens show the others too. */
  day: string;
  /** The server's time in milliseconds, to count down holds. */
  nowMs: number;
  /** What a job still lacks, by its order; undefined until it is known. */
  missing: ReadonlyMap<string, readonly Missing[]> | undefined;
  /** False for a role that may only read. */
  canSchedule: boolean;
  open: (dialog: BoardDialog) => void;
  dragged: DraggedItem | null;
  over: (DropTarget & { id: string }) | null;
  setDragged: (item: DraggedItem | null) => void;
  setOver: (change: (over: BoardState["over"]) => BoardState["over"]) => void;
  onDrop: (target: DropTarget) => void;
};

export const BoardContext = createContext<BoardState | null>(null);

export function useBoardState(): BoardState {
  const state = use(BoardContext);
  if (!state) throw new Error("There is no board around this.");
  return state;
}

const nameOf = (item: DraggedItem) =>
  item.kind === "job" ? item.job.customer_name : item.technician.name;

/** Make an element draggable: its props, and what to render beside it. */
export function useDraggable(item: DraggedItem, isMovable: boolean, tabIndex = 0) {
  const { canSchedule, setDragged } = useBoardState();
  const preview = useRef<DragPreviewRenderer>(null);
  const isDisabled = !canSchedule || !isMovable;
  const { dragProps, dragButtonProps } = useDrag({
    isDisabled,
    hasDragButton: true,
    preview,
    getItems: () => [{ "text/plain": nameOf(item) }],
    getAllowedDropOperations: () => ["move"],
    onDragStart: () => setDragged(item),
    onDragEnd: () => setDragged(null),
  });
  const beside = !isDisabled && (
    <>
      <DragHandle name={nameOf(item)} tabIndex={tabIndex} {...dragButtonProps} />
      <DragPreview ref={preview}>
        {() => (
          <div className="max-w-56 rounded-sm bg-surface-inverse px-3 py-1.5 font-semibold text-inverse">
            {nameOf(item)}
          </div>
        )}
      </DragPreview>
    </>
  );
  return { dragProps, beside, isDraggable: !isDisabled };
}

type DragHandleProps = Parameters<typeof useButton>[0] & { name: string; tabIndex: number };

// Seen only when it has the focus: a mouse drags the card itself.
function DragHandle({ name, tabIndex, ...press }: DragHandleProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const { buttonProps } = useButton(press, ref);
  return (
    <button
      {...buttonProps}
      type="button"
      ref={ref}
      tabIndex={tabIndex}
      className="sr-only z-1 rounded-xs bg-surface-inverse px-2 py-1 text-xs font-semibold text-inverse focus:not-sr-only focus:absolute focus:start-1 focus:bottom-1"
    >
      {m.staff_board_drag_of({ name })}
    </button>
  );
}

/** Let what is dragged be dropped on an element; only one with a `ref` is a stop for keys. */
export function useDropTarget(
  target: DropTarget,
  { ref, isWelcome }: { ref?: RefObject<HTMLElement | null>; isWelcome: boolean },
) {
  const id = useId();
  const { setOver, onDrop } = useBoardState();
  const none = useRef(null);
  const { dropProps } = useDrop({
    ref: ref ?? none,
    isDisabled: !isWelcome,
    onDropEnter: () => setOver(() => ({ ...target, id })),
    onDropExit: () => setOver((over) => (over?.id === id ? null : over)),
    onDrop: () => onDrop(target),
  });
  return dropProps;
}

import type { ReactNode } from "react";

const CHIP =
  "inline-flex min-h-9 cursor-pointer items-center rounded-full border px-3 text-sm whitespace-nowrap no-underline pointer-coarse:min-h-target";
const CHOSEN = "border-chosen bg-surface-inverse text-inverse";
const OPEN = "border-line-strong bg-surface-raised text-ink hover:border-ink";

/** Classes of a chip, for links. */
export const chipLook = (isChosen = false) => `${CHIP} ${isChosen ? CHOSEN : OPEN}`;

type ChipProps = { isChosen: boolean; onClick: () => void; children: ReactNode };

export const Chip = ({ isChosen, onClick, children }: ChipProps) => (
  <button type="button" className={chipLook(isChosen)} aria-pressed={isChosen} onClick={onClick}>
    {children}
  </button>
);

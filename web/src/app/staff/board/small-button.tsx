import type { ButtonHTMLAttributes } from "react";

type SmallButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type">;

/** Button of one word, inside of a card or a column's head; `className` is its place. */
export const SmallButton = ({ className = "", ...button }: SmallButtonProps) => (
  <button
    {...button}
    type="button"
    className={`min-h-7 cursor-pointer rounded-xs bg-transparent px-1.5 py-0.5 text-xs font-semibold text-info hover:bg-glass-surface ${className}`}
  />
);

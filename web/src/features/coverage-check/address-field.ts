/** The address field, passed in by the app because the search belongs to another feature. */
import type { ReactNode, Ref } from "react";

export type AddressField = {
  value: string;
  onType: (text: string) => void;
  onChoose: (chosen: string) => void;
  /** Called on Enter without a choice; if absent, Enter submits the form. */
  onEnter?: (() => void) | undefined;
  error: string | null;
  hint?: string | undefined;
  required?: boolean | undefined;
  inputRef: Ref<HTMLInputElement>;
};

export type BringAddressField = (field: AddressField) => ReactNode;

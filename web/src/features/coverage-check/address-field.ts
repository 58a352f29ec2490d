/** What an address is typed into: a search that another feature has, brought by the application. */
import type { ReactNode, Ref } from "react";

export type AddressField = {
  value: string;
  onType: (typed: string) => void;
  onChoose: (chosen: string) => void;
  /** Enter without a choice; where absent, the form is submitted. */
  onEnter?: (() => void) | undefined;
  error: string | null;
  hint?: string | undefined;
  required?: boolean | undefined;
  inputRef: Ref<HTMLInputElement>;
};

export type BringAddressField = (field: AddressField) => ReactNode;

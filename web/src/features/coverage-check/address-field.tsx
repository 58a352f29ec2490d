/** The address field, passed in by the app because the search belongs to another feature. */
import type { ReactNode, Ref } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { Coverage } from "./use-coverage.ts";

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

type ChosenAddressProps = {
  address: string;
  status: Coverage["status"];
  onChange: () => void;
  lineRef?: Ref<HTMLParagraphElement> | undefined;
};

/** Display mode: the chosen address, its coverage, and the button back to edit mode. */
export function ChosenAddress({ address, status, onChange, lineRef }: ChosenAddressProps) {
  return (
    <div className="grid min-h-13 grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-sm border border-line bg-surface-raised py-2 pr-3 pl-3.5 max-xs:grid-cols-[auto_1fr]">
      <Icon className="text-quiet" name="map-pin" />
      <div className="min-w-0">
        <p
          className="leading-[1.35] font-semibold wrap-anywhere outline-none"
          ref={lineRef}
          tabIndex={-1}
        >
          {address}
        </p>
        {status === "checking" && (
          <p className="flex items-center gap-1.5 text-sm leading-[1.4] text-quiet">
            <Spinner label={m.coverage_check_checking()} />
            <span aria-hidden="true">{m.coverage_check_checking()}</span>
          </p>
        )}
        {status === "covered" && (
          <p
            className="flex items-center gap-1.5 text-sm leading-[1.4] font-semibold text-success"
            role="status"
          >
            <Icon name="success" size="sm" />
            {m.coverage_check_covered()}
          </p>
        )}
      </div>
      <Button
        variant="link"
        size="sm"
        className="h-target whitespace-nowrap max-xs:col-2 max-xs:-ms-1 max-xs:justify-self-start"
        onClick={onChange}
      >
        {m.coverage_check_change_address()}
      </Button>
    </div>
  );
}

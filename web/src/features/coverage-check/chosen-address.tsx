import type { Ref } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { copy } from "./copy.ts";
import type { Coverage } from "./use-coverage.ts";
import "./chosen-address.css";

type ChosenAddressProps = {
  address: string;
  status: Coverage["status"];
  onChange: () => void;
  lineRef?: Ref<HTMLParagraphElement> | undefined;
};

/** Display mode: the chosen address, its coverage, and the button back to edit mode. */
export function ChosenAddress({ address, status, onChange, lineRef }: ChosenAddressProps) {
  return (
    <div className="chosen-address">
      <Icon className="text-quiet" name="map-pin" />
      <div className="chosen-address__words">
        <p className="chosen-address__line" ref={lineRef} tabIndex={-1}>
          {address}
        </p>
        {status === "checking" && (
          <p className="chosen-address__status">
            <Spinner label={copy.checking} />
            <span aria-hidden="true">{copy.checking}</span>
          </p>
        )}
        {status === "covered" && (
          <p className="chosen-address__status chosen-address__status--covered" role="status">
            <Icon name="success" size="sm" />
            {copy.covered}
          </p>
        )}
      </div>
      <Button
        variant="link"
        size="sm"
        className="h-target whitespace-nowrap max-xs:col-2 max-xs:-ms-1 max-xs:justify-self-start"
        onClick={onChange}
      >
        {copy.changeAddress}
      </Button>
    </div>
  );
}

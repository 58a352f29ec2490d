import { useRef } from "react";
import {
  ADDRESS_PARTS,
  type AddressPart,
  type AddressParts,
  addressLine,
  beginsWithStreet,
} from "#lib/address-line.ts";

type AddressAutofill = {
  /** Takes what came into the address field itself; returns the line to show there. */
  takeLine: (text: string) => string;
  /** Takes another part, of AddressAutofillParts. */
  takePart: (name: AddressPart, value: string) => void;
};

/**
 * Puts an address together that the browser fills in field by field, in any order. What the visitor
 * types afterwards stays as typed. `onComplete` gets the line when a part was added to it.
 */
export function useAddressAutofill(onComplete: (line: string) => void): AddressAutofill {
  const filled = useRef<{ street: string; parts: AddressParts }>({ street: "", parts: {} });
  return {
    takeLine(text) {
      const { street, parts } = filled.current;
      const isFirstStreet = !beginsWithStreet(street) && beginsWithStreet(text);
      filled.current = { street: text, parts: isFirstStreet || !text ? parts : {} };
      const cameEarlier = isFirstStreet && Object.keys(parts).length > 0;
      return cameEarlier ? addressLine(text, parts) : text;
    },
    takePart(name, value) {
      const { street, parts } = filled.current;
      filled.current = { street, parts: { ...parts, [name]: value } };
      if (beginsWithStreet(street)) onComplete(addressLine(street, filled.current.parts));
    },
  };
}

/**
 * Fields for the browser's autofill alone: nobody sees, reaches or hears them. They have a size,
 * because browsers fill in no field that is not displayed.
 */
export function AddressAutofillParts(props: {
  onFill: (name: AddressPart, value: string) => void;
}) {
  return (
    <div className="sr-only" aria-hidden="true">
      {ADDRESS_PARTS.map((name) => (
        <input
          key={name}
          type="text"
          name={name}
          autoComplete={name}
          tabIndex={-1}
          defaultValue=""
          // Not onChange: it hears nothing when the browser fills in the same value again.
          onInput={(event) => props.onFill(name, event.currentTarget.value)}
        />
      ))}
    </div>
  );
}

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import type { AddressField, BringAddressField } from "./address-field.ts";
import { wizardAddressProblem } from "./address-rules.ts";
import { ChosenAddress } from "./chosen-address.tsx";
import { copy } from "./copy.ts";
import {
  coverageOf,
  type Place,
  type SearchContext,
  type UncoveredPlace,
  useCoverage,
} from "./use-coverage.ts";
import "./address-entry.css";

type AddressActions = { changeAddress: () => void; tryAgain: () => void };

type AddressEntryProps = {
  value: Place | null;
  /** What the link or the saved booking says; it is checked as soon as it is complete. */
  initialAddress?: string | undefined;
  /** What was being typed when the page went away: it is in the box again, and not checked. */
  initialTyped?: string | undefined;
  /** The page before has checked it: it is shown as chosen while we ask again (spec §2). */
  verified?: boolean | undefined;
  addressField: BringAddressField;
  context: SearchContext;
  sessionId: string;
  onCovered: (place: Place) => void;
  onCleared: () => void;
  onTyped?: ((typed: string) => void) | undefined;
  notCovered?: ((place: UncoveredPlace, waysOut: AddressActions) => ReactNode) | undefined;
};

/** Step 1's address: edit mode, then display mode, and whether we install there (ADDR-03, ADDR-04). */
export function AddressEntry(props: AddressEntryProps) {
  const { value, initialAddress = "", initialTyped = "", verified = false } = props;
  const { context, sessionId } = props;
  const input = useRef<HTMLInputElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const hasBegun = useRef(false);
  const [address, setAddress] = useState(value?.address ?? (initialAddress || initialTyped));
  const [mode, setMode] = useState(value || verified ? "display" : "edit");
  const [problem, setProblem] = useState<string | null>(null);
  const { coverage, check, reset } = useCoverage({ context, sessionId });
  const status = value && coverage.status === "unknown" ? "covered" : coverage.status;

  const checkAddress = async (typed: string) => {
    const found = wizardAddressProblem(typed);
    setProblem(found);
    setMode(found ? "edit" : "display");
    if (found) return input.current?.focus();
    const answer = await check(typed.trim());
    if (answer?.status === "covered") props.onCovered(answer.place);
    if (answer?.status === "not_covered") props.onCleared();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what one arrives with is looked at once.
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    if (value && verified) void confirm(value);
    if (!value && initialAddress) void checkAddress(initialAddress);
    takeTypedMeanwhile();
  }, []);

  /** What a link calls covered is asked again in silence: only a plain no takes it back. */
  const confirm = async (place: Place) => {
    const answer = await coverageOf(place.address);
    if (answer.status === "covered" && differ(answer.place, place)) props.onCovered(answer.place);
    if (answer.status === "not_covered" && answer.place.reason !== "lookup_failed") {
      void checkAddress(place.address);
    }
  };

  const type = (typed: string) => {
    setAddress(typed);
    props.onTyped?.(typed);
    setProblem(null);
    if (coverage.status !== "unknown") reset();
    if (value) props.onCleared();
  };
  /** What was typed before the script woke fired no event. */
  const takeTypedMeanwhile = () => {
    const typed = input.current?.value;
    if (!address && typed) type(typed);
  };
  const choose = (chosen: string) => {
    setAddress(chosen);
    void checkAddress(chosen);
    requestAnimationFrame(() => line.current?.focus());
  };
  const changeAddress = () => {
    setAddress(value?.address ?? address);
    props.onTyped?.(value?.address ?? address);
    setMode("edit");
    reset();
    props.onCleared();
    requestAnimationFrame(() => input.current?.focus());
  };

  if (mode === "display" && coverage.status === "not_covered" && props.notCovered) {
    const tryAgain = () => void checkAddress(address);
    return props.notCovered(coverage.place, { changeAddress, tryAgain });
  }
  if (mode === "display")
    return (
      <ChosenAddress
        address={value?.address ?? address}
        status={status}
        onChange={changeAddress}
        lineRef={line}
      />
    );
  return (
    <AddressInput
      bring={props.addressField}
      value={address}
      error={problem}
      inputRef={input}
      onType={type}
      onChoose={choose}
      onCheck={() => void checkAddress(address)}
    />
  );
}

type AddressInputProps = Omit<AddressField, "onEnter" | "hint"> & {
  bring: BringAddressField;
  onCheck: () => void;
};

const AddressInput = ({ bring, onCheck, ...field }: AddressInputProps) => (
  <div className="address-entry">
    {bring({ ...field, onEnter: onCheck, hint: copy.hint })}
    <div>
      <Button variant="outline" onClick={onCheck}>
        {copy.checkAddress}
      </Button>
    </div>
  </div>
);

const differ = (one: Place, other: Place): boolean =>
  one.zipCode !== other.zipCode || one.township !== other.township || one.city !== other.city;

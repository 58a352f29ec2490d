import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { type AddressField, type BringAddressField, ChosenAddress } from "./address-field.tsx";
import { wizardAddressProblem } from "./address-rules.ts";
import {
  type Coverage,
  coverageOf,
  type Place,
  type SearchContext,
  type UncoveredPlace,
  useCoverage,
} from "./use-coverage.ts";

type AddressActions = { changeAddress: () => void; tryAgain: () => void };

type AddressEntryProps = {
  value: Place | null;
  /** Address from the link or the saved booking; checked as soon as it is complete. */
  initialAddress?: string | undefined;
  /** Text that was being typed before a reload: put back into the box, not checked. */
  initialTyped?: string | undefined;
  /** The previous page has checked the address: it is shown as chosen while we check again. */
  verified?: boolean | undefined;
  addressField: BringAddressField;
  /** The button's words, where it is not one's own address. */
  checkLabel?: string | undefined;
  context: SearchContext;
  sessionId: string;
  onCovered: (place: Place) => void;
  /** No address is confirmed any more: another is entered, or this one is not covered. */
  onCleared: (isRejected: boolean) => void;
  onTyped?: ((text: string) => void) | undefined;
  notCovered?: ((place: UncoveredPlace, actions: AddressActions) => ReactNode) | undefined;
};

/** Address entry of step 1: edit mode, display mode and the coverage check (ADDR-03, ADDR-04). */
export function AddressEntry(props: AddressEntryProps) {
  const { value, initialAddress = "", initialTyped = "", verified = false } = props;
  const search = { context: props.context, sessionId: props.sessionId };
  const input = useRef<HTMLInputElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const [address, setAddress] = useState(value?.address ?? (initialAddress || initialTyped));
  // What the field asks for; null while the address is displayed.
  const [asked, setAsked] = useState(value || verified ? null : "");
  const { coverage, check, reset } = useCoverage({ ...search, ask: edit });
  const status = value && coverage.status === "unknown" ? "covered" : coverage.status;

  const checkAddress = async (text: string) => {
    const problem = wizardAddressProblem(text);
    setAddress(text);
    setAsked(problem);
    if (problem) return input.current?.focus();
    const result = await check(text.trim());
    if (result?.status === "covered") props.onCovered(result.place);
    if (result?.status === "not_covered") props.onCleared(true);
  };

  const start = useEffectEvent(() => {
    if (value && verified) void confirm(value);
    if (!value && initialAddress) void checkAddress(initialAddress);
    readEarlyInput();
  });
  useEffect(() => {
    start();
  }, []);

  // Checked silently if its link calls it covered; only a clear "not covered" revokes it.
  const confirm = async (place: Place) => {
    const result = await coverageOf(place.address);
    if (isRefused(result)) return void checkAddress(place.address);
    if (result.status === "covered" && differ(result.place, place)) props.onCovered(result.place);
  };

  const type = (text: string) => {
    setAddress(text);
    props.onTyped?.(text);
    setAsked("");
    if (coverage.status !== "unknown") reset();
    if (value) props.onCleared(false);
  };
  // Text typed before hydration fired no event.
  const readEarlyInput = () => {
    const text = input.current?.value;
    if (!address && text) type(text);
  };
  const choose = (chosen: string) => {
    void checkAddress(chosen);
    requestAnimationFrame(() => line.current?.focus());
  };
  function edit(asks: string, text: string) {
    setAddress(text);
    props.onTyped?.(text);
    setAsked(asks);
    reset();
    props.onCleared(false);
    requestAnimationFrame(() => input.current?.focus());
  }
  const changeAddress = () => edit("", value?.address ?? address);

  if (asked === null && coverage.status === "not_covered" && props.notCovered) {
    const tryAgain = () => void checkAddress(address);
    return props.notCovered(coverage.place, { changeAddress, tryAgain });
  }
  if (asked === null)
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
      renderField={props.addressField}
      value={address}
      asks={asked}
      inputRef={input}
      onType={type}
      onChoose={choose}
      onCheck={() => void checkAddress(input.current?.value ?? address)}
      checkLabel={props.checkLabel}
    />
  );
}

// By a clear answer; a lookup that failed refuses nothing.
const isRefused = (found: Coverage) =>
  found.status === "covered"
    ? found.problem !== null
    : found.status === "not_covered" && found.place.reason !== "lookup_failed";

type AddressInputProps = Omit<AddressField, "onEnter" | "hint" | "error"> & {
  asks: string;
  renderField: BringAddressField;
  onCheck: () => void;
  checkLabel: string | undefined;
};

const AddressInput = ({ renderField, onCheck, checkLabel, asks, ...field }: AddressInputProps) => (
  <div className="grid min-w-0 gap-4">
    {renderField({
      ...field,
      error: asks || null,
      onEnter: onCheck,
      hint: m.coverage_check_hint(),
    })}
    <div>
      <Button variant="outline" onClick={onCheck}>
        {checkLabel ?? m.coverage_check_check_address()}
      </Button>
    </div>
  </div>
);

const differ = (one: Place, other: Place): boolean =>
  one.zipCode !== other.zipCode || one.township !== other.township || one.city !== other.city;

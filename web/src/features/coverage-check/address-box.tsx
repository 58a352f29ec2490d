import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { addressLine, addressLineIn } from "#lib/address-line.ts";
import { track } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { useEarlyInput, useIsHydrated } from "#ui/hydration.ts";
import { type BringAddressField, ChosenAddress } from "./address-field.tsx";
import { homeAddressProblem } from "./address-rules.ts";
import { type Place, type UncoveredPlace, useCoverage } from "./use-coverage.ts";

const NOTHING_TYPED = {
  address: "",
  "address-level2": "",
  "address-level1": "",
  "postal-code": "",
};

type AddressActions = { changeAddress: () => void; tryAgain: () => void };

type AddressBoxProps = {
  sessionId: string;
  addressField: BringAddressField;
  onCovered: (place: Place) => void;
  notCovered: (place: UncoveredPlace, actions: AddressActions) => ReactNode;
};

/**
 * Address form of the hero. Works without a script, and keeps its input when hydrated (HOME-02).
 */
export function AddressBox(props: AddressBoxProps) {
  const { sessionId, addressField, onCovered, notCovered } = props;
  const submitId = useId();
  const input = useRef<HTMLInputElement>(null);
  const hasStarted = useRef(false);
  const [address, setAddress] = useState("");
  const [mode, setMode] = useState<"edit" | "display">("edit");
  const [problem, setProblem] = useState<string | null>(null);
  const isAwake = useIsHydrated();
  const form = useRef<HTMLFormElement>(null);
  const { coverage, check, reset } = useCoverage({ context: "hero_cta", sessionId, ask: edit });

  const type = (text: string) => {
    if (!hasStarted.current && text) track("hero_address_started");
    hasStarted.current ||= text !== "";
    setAddress(text);
    setProblem(null);
    reset();
  };

  useEarlyInput(form, { ...NOTHING_TYPED, address }, (early) =>
    type(addressLine(early.address ?? address, early)),
  );

  // A covered address goes on by itself, chosen from the list or submitted (HOME-02.2).
  const goOnIfCovered = async (text: string) => {
    const result = coverage.status === "covered" ? coverage : await check(text.trim());
    if (result?.status === "covered") onCovered(result.place);
  };
  const choose = (chosen: string) => {
    setAddress(chosen);
    setProblem(null);
    setMode("display");
    void goOnIfCovered(chosen);
    requestAnimationFrame(() => document.getElementById(submitId)?.focus());
  };
  function edit(problem: string | null) {
    setProblem(problem);
    setMode("edit");
    reset();
    requestAnimationFrame(() => input.current?.focus());
  }
  const changeAddress = () => edit(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    track("hero_continue_clicked");
    // As it stands in the form: what was typed before hydration may not be known yet.
    const shown = input.current?.value ?? address;
    const entered = shown === address ? address : addressLineIn(new FormData(event.currentTarget));
    const problem = homeAddressProblem(entered);
    setAddress(entered);
    setProblem(problem);
    if (problem) return input.current?.focus();
    setMode("display");
    void goOnIfCovered(entered);
  };

  return (
    <div className="@container">
      <form
        ref={form}
        className="grid gap-4 @min-[36rem]:grid-cols-[1fr_auto] @min-[36rem]:items-start"
        method="get"
        action={paths.wizard.address}
        noValidate={isAwake}
        onSubmit={submit}
      >
        {mode === "display" ? (
          <>
            <input type="hidden" name="address" value={address} />
            <ChosenAddress address={address} status={coverage.status} onChange={changeAddress} />
          </>
        ) : (
          addressField({
            value: address,
            onType: type,
            onChoose: choose,
            error: problem,
            required: true,
            inputRef: input,
          })
        )}
        <Button
          className="@min-[36rem]:mt-6.75"
          id={submitId}
          type="submit"
          variant="cta-green"
          size="lg"
          busy={coverage.status === "checking"}
          busyLabel={m.coverage_check_checking()}
        >
          {m.coverage_check_submit()}
        </Button>
      </form>
      {coverage.status === "not_covered" &&
        notCovered(coverage.place, { changeAddress, tryAgain: () => void goOnIfCovered(address) })}
    </div>
  );
}

import { useEffect, useMemo, useState } from "react";
import { AddressCombobox } from "#features/coverage-check/address-combobox.tsx";
import { renewSearchToken } from "#features/coverage-check/search-token.ts";
import {
  type AskPlaces,
  askOurPlaces,
  isMisconfigured,
} from "#features/coverage-check/use-suggestions.ts";
import { energyWords as words } from "#features/energy-sizing/copy.ts";
import { type AddressField, EnergyForm } from "#features/energy-sizing/energy-form.tsx";
import { MIN_SEARCH_LENGTH } from "#features/energy-sizing/energy-rules.ts";
import { PlacesKeyPrompt } from "#features/energy-sizing/places-key-prompt.tsx";
import { lacksKey, useMapsKey } from "#features/energy-sizing/use-maps-key.ts";
import { placesByKey } from "#lib/api/visitor-places.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import "./energy-entry.css";

const ASKED_BEFORE_WAKING = "open";

/** 'See My Recommended Generator' and its modal (REC-01). Pressed before the script is there, it opens after. */
export function EnergyEntry() {
  const [isOpen, setOpen] = useState(false);
  const [visitorKey, setVisitorKey] = useState<string | null>(null);

  useEffect(() => {
    if (new URL(location.href).searchParams.has(ASKED_BEFORE_WAKING)) setOpen(true);
  }, []);

  return (
    <>
      <form className="energy-entry" method="get" action={paths.generatorConfig}>
        <Button
          type="submit"
          name={ASKED_BEFORE_WAKING}
          value="1"
          variant="cta-green"
          size="xl"
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          {words.open}
        </Button>
      </form>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={words.title}>
        <EnergySheet
          visitorKey={visitorKey}
          onKey={setVisitorKey}
          onCancel={() => setOpen(false)}
        />
      </Modal>
    </>
  );
}

type EnergySheetProps = {
  visitorKey: string | null;
  onKey: (key: string | null) => void;
  onCancel: () => void;
};

/** Asks by the visitor's own key when one is lent; else ours, listening for a refusal of our key. */
function EnergySheet({ visitorKey, onKey, onCancel }: EnergySheetProps) {
  const mapsKey = useMapsKey();
  const [isRefused, setRefused] = useState(false);
  const askPlaces = useMemo<AskPlaces>(
    () => (visitorKey ? placesByKey(visitorKey) : listening(() => setRefused(true))),
    [visitorKey],
  );
  const addressField = (field: AddressField) => (
    <AddressCombobox
      key={visitorKey}
      label={words.address}
      fewestCharacters={MIN_SEARCH_LENGTH}
      askPlaces={askPlaces}
      value={field.value}
      onType={field.onChange}
      onChoose={(address) => {
        field.onChange(address);
        renewSearchToken();
      }}
      error={field.error}
      inputRef={field.inputRef}
      required
    />
  );

  return (
    <>
      {(visitorKey || lacksKey(mapsKey, isRefused)) && (
        <PlacesKeyPrompt apiKey={visitorKey} onKey={onKey} />
      )}
      <EnergyForm
        addressField={addressField}
        onSaved={() => location.assign(paths.recommendation)}
        onCancel={onCancel}
      />
    </>
  );
}

const listening =
  (onRefused: () => void): AskPlaces =>
  async (asked, signal) => {
    const answer = await askOurPlaces(asked, signal);
    if ("error" in answer && isMisconfigured(answer.error, answer.status)) onRefused();
    return answer;
  };

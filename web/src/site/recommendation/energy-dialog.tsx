import { useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { placesByKey } from "#api/visitor-places.ts";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import {
  isMisconfigured,
  type SearchPlaces,
  searchOurPlaces,
} from "#features/address-search/use-suggestions.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { MIN_SEARCH_LENGTH } from "#site/energy-sizing/energy-data.ts";
import { type AddressField, EnergyForm } from "#site/energy-sizing/energy-form.tsx";
import { lacksKey, PlacesKeyPrompt, useMaps } from "#site/energy-sizing/places-key-prompt.tsx";
import { Modal } from "#ui/modal.tsx";

type EnergyDialogProps = { open: boolean; onClose: () => void };

// Holds the visitor's API key in memory only, until the tab is closed or reloaded (REC-01).
function EnergyDialog({ open, onClose }: EnergyDialogProps) {
  const [visitorKey, setVisitorKey] = useState<string | null>(null);

  return (
    <Modal open={open} onClose={onClose} title={m.energy_sizing_energy_title()}>
      <EnergySheet visitorKey={visitorKey} onKey={setVisitorKey} onCancel={onClose} />
    </Modal>
  );
}

/** Render the closed energy modal into `host`; returns the function that opens it. */
export function energyDialogIn(host: Element): () => void {
  const root = createRoot(host);
  const show = (open: boolean) =>
    root.render(<EnergyDialog open={open} onClose={() => show(false)} />);
  return () => show(true);
}

type EnergySheetProps = {
  visitorKey: string | null;
  onKey: (key: string | null) => void;
  onCancel: () => void;
};

// Searches with the visitor's key if there is one; else with ours, watching for a refused key.
function EnergySheet({ visitorKey, onKey, onCancel }: EnergySheetProps) {
  const maps = useMaps();
  const [isRefused, setRefused] = useState(false);
  const searchPlaces = useMemo<SearchPlaces>(
    () => (visitorKey ? placesByKey(visitorKey) : listening(() => setRefused(true))),
    [visitorKey],
  );
  const addressField = (field: AddressField) => (
    <AddressCombobox
      key={visitorKey}
      label={m.energy_sizing_energy_address()}
      fewestCharacters={MIN_SEARCH_LENGTH}
      searchPlaces={searchPlaces}
      value={field.value}
      onType={field.onChange}
      onChoose={field.onChange}
      error={field.error}
      inputRef={field.inputRef}
      required
    />
  );

  return (
    <>
      {(visitorKey || lacksKey(maps, isRefused)) && (
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
  (onRefused: () => void): SearchPlaces =>
  async (query, signal) => {
    const answer = await searchOurPlaces(query, signal);
    if ("error" in answer && isMisconfigured(answer.error, answer.status)) onRefused();
    return answer;
  };

import { type FormEvent, useId, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import { placesByKey } from "#api/visitor-places.ts";
import {
  AddressCombobox,
  isMisconfigured,
  type SearchPlaces,
  searchOurPlaces,
} from "#features/address-search/address-combobox.tsx";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import {
  type EnergyData,
  type EnergyErrors,
  energyErrors,
  MIN_SEARCH_LENGTH,
  readDraft,
  storeDraft,
  storeEnergyData,
} from "./energy-data.ts";

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

  return (
    <>
      {(visitorKey || lacksKey(maps, isRefused)) && (
        <PlacesKeyPrompt apiKey={visitorKey} onKey={onKey} />
      )}
      <EnergyForm
        visitorKey={visitorKey}
        searchPlaces={searchPlaces}
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

type EnergyFormProps = {
  /** With another key, the address search begins anew. */
  visitorKey: string | null;
  searchPlaces: SearchPlaces;
  onSaved: () => void;
  onCancel: () => void;
};

/** Address, bill and usage (REC-01.2). Every keystroke is saved, so a reload loses nothing. */
export function EnergyForm(props: EnergyFormProps) {
  const { visitorKey, searchPlaces, onSaved, onCancel } = props;
  const [draft, setDraft] = useState(readDraft);
  const [errors, setErrors] = useState<EnergyErrors>({});
  const [isKept, setKept] = useState(true);
  const address = useRef<HTMLInputElement>(null);
  const bill = useRef<HTMLInputElement>(null);
  const usage = useRef<HTMLInputElement>(null);

  const set = (name: keyof EnergyData) => (value: string) => {
    const next = { ...draft, [name]: value };
    setDraft(next);
    storeDraft(next);
    if (errors[name]) setErrors({ ...errors, [name]: energyErrors(next)[name] });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems = energyErrors(draft);
    setErrors(problems);
    if (problems.address) return address.current?.focus();
    if (problems.electricBill) return bill.current?.focus();
    if (problems.kwhUsage) return usage.current?.focus();
    if (!storeEnergyData(draft)) return setKept(false);
    onSaved();
  };

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <p className="text-quiet">{m.energy_sizing_energy_lead()}</p>
      <AddressCombobox
        key={visitorKey}
        label={m.energy_sizing_energy_address()}
        fewestCharacters={MIN_SEARCH_LENGTH}
        searchPlaces={searchPlaces}
        value={draft.address}
        onType={set("address")}
        onChoose={set("address")}
        error={errors.address}
        inputRef={address}
        required
      />
      <TextField
        name="electricBill"
        label={m.energy_sizing_energy_bill()}
        hint={m.energy_sizing_energy_bill_hint()}
        value={draft.electricBill}
        onChange={set("electricBill")}
        error={errors.electricBill}
        inputRef={bill}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        required
      />
      <TextField
        name="kwhUsage"
        label={m.energy_sizing_energy_usage()}
        hint={m.energy_sizing_energy_usage_hint()}
        value={draft.kwhUsage}
        onChange={set("kwhUsage")}
        error={errors.kwhUsage}
        inputRef={usage}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
      />
      {!isKept && <Notice tone="danger">{m.energy_sizing_energy_not_saved()}</Notice>}
      <div className="mt-2 grid gap-2 sm:grid-cols-[1fr_auto]">
        <Button type="submit" variant="cta-green" size="lg">
          {m.energy_sizing_energy_submit()}
        </Button>
        <Button variant="outline" size="lg" onClick={onCancel}>
          {m.energy_sizing_energy_cancel()}
        </Button>
      </div>
    </form>
  );
}

type PlacesKeyPromptProps = {
  /** The visitor's own key, kept only in this tab's memory. */
  apiKey: string | null;
  onKey: (apiKey: string | null) => void;
};

const PROMPT = "grid gap-2 rounded-md bg-info-surface p-4 text-sm";
const GOOGLE_KEY = /^AIza[\w-]{30,50}$/;

/** Form, in Spanish, for a Google Places key where the site has none (REC-01.4). */
export function PlacesKeyPrompt({ apiKey, onKey }: PlacesKeyPromptProps) {
  const helpId = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [hasHelp, setHelp] = useState(false);

  const use = (event: FormEvent) => {
    event.preventDefault();
    const key = text.trim();
    if (!GOOGLE_KEY.test(key)) return setProblem(m.energy_sizing_key_bad_key());
    setText("");
    onKey(key);
  };
  if (apiKey)
    return (
      <section className={PROMPT} lang="es" aria-label={m.energy_sizing_key_title()}>
        <p>{m.energy_sizing_key_in_use()}</p>
        <Button variant="link" onClick={() => onKey(null)}>
          {m.energy_sizing_key_forget()}
        </Button>
      </section>
    );
  return (
    <form
      className={PROMPT}
      lang="es"
      aria-label={m.energy_sizing_key_title()}
      onSubmit={use}
      noValidate
    >
      <h3 className="text-md">{m.energy_sizing_key_title()}</h3>
      <p>{m.energy_sizing_key_lead()}</p>
      <TextField
        name="placesKey"
        label={m.energy_sizing_key_label()}
        value={text}
        onChange={(value) => {
          setText(value);
          setProblem(undefined);
        }}
        error={problem}
        type="password"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="outline">
          {m.energy_sizing_key_use()}
        </Button>
        <Button
          variant="link"
          aria-expanded={hasHelp}
          aria-controls={helpId}
          onClick={() => setHelp(!hasHelp)}
        >
          {hasHelp ? m.energy_sizing_key_hide_help() : m.energy_sizing_key_show_help()}
        </Button>
      </div>
      <div id={helpId} hidden={!hasHelp}>
        <ol>
          {[
            m.energy_sizing_key_help_1(),
            m.energy_sizing_key_help_2(),
            m.energy_sizing_key_help_3(),
            m.energy_sizing_key_help_4(),
          ].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <p className="text-quiet">{m.energy_sizing_key_privacy()}</p>
    </form>
  );
}

type Maps = Schemas["MapsOut"];

/**
 * True when there is no browser key and Google is configured or its search has just refused our
 * server key.
 */
export const lacksKey = (maps: Maps | null, isSearchRefused: boolean): boolean =>
  maps !== null && !maps.browser_key && (maps.provider === "google" || isSearchRefused);

/** Null until it is known. */
const useMaps = (): Maps | null => useRequest(loadMaps).data ?? null;

const loadMaps = async (signal: AbortSignal): Promise<Maps> =>
  (await unwrap(api.GET("/api/app-configuration", { signal }))).maps;

import { type FormEvent, useId, useState } from "react";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";

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
export const useMaps = (): Maps | null => useRequest(loadMaps).data ?? null;

const loadMaps = async (signal: AbortSignal): Promise<Maps> =>
  (await unwrap(api.GET("/api/app-configuration", { signal }))).maps;

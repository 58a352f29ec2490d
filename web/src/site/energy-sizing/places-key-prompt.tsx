import { type FormEvent, useId, useState } from "react";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { keyWords as words } from "./copy.ts";

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
    if (!GOOGLE_KEY.test(key)) return setProblem(words.badKey);
    setText("");
    onKey(key);
  };
  if (apiKey)
    return (
      <section className={PROMPT} lang="es" aria-label={words.title}>
        <p>{words.inUse}</p>
        <Button variant="link" onClick={() => onKey(null)}>
          {words.forget}
        </Button>
      </section>
    );
  return (
    <form className={PROMPT} lang="es" aria-label={words.title} onSubmit={use} noValidate>
      <h3 className="text-md">{words.title}</h3>
      <p>{words.lead}</p>
      <TextField
        name="placesKey"
        label={words.label}
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
          {words.use}
        </Button>
        <Button
          variant="link"
          aria-expanded={hasHelp}
          aria-controls={helpId}
          onClick={() => setHelp(!hasHelp)}
        >
          {hasHelp ? words.hideHelp : words.showHelp}
        </Button>
      </div>
      <div id={helpId} hidden={!hasHelp}>
        <ol>
          {words.help.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <p className="text-quiet">{words.privacy}</p>
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

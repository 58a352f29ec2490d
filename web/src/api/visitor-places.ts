/**
 * Address suggestions with a visitor's own Google key. The browser calls Google directly: neither
 * key nor address passes our server.
 */
import { type Schemas, unreachable } from "#api/client.ts";

const HOST = "https://places.googleapis.com/v1/places:autocomplete";
const FIELDS = [
  "suggestions.placePrediction.placeId",
  "suggestions.placePrediction.text.text",
  "suggestions.placePrediction.structuredFormat",
].join(",");

type SuggestQuery = { input: string; sessionToken: string };
type Text = { text?: string };
type Prediction = {
  placeId?: string;
  text?: Text;
  structuredFormat?: { mainText?: Text; secondaryText?: Text };
};
type GoogleResponse = {
  suggestions?: { placePrediction?: Prediction }[];
  error?: { message?: string; status?: string };
};

/** Create a search that returns the same shape as our own. US addresses only (ADDR-01.4). */
export const placesByKey =
  (apiKey: string) =>
  async (
    query: SuggestQuery,
    signal: AbortSignal,
  ): Promise<Schemas["SuggestionsOut"] | Schemas["SuggestionsFailedOut"]> => {
    const response = await fetchSuggestions(apiKey, query, signal);
    if (response.error) {
      return { error: response.error.message ?? "", status: response.error.status ?? "UNKNOWN" };
    }
    return { predictions: (response.suggestions ?? []).flatMap(predictionOf) };
  };

async function fetchSuggestions(
  apiKey: string,
  query: SuggestQuery,
  signal: AbortSignal,
): Promise<GoogleResponse> {
  try {
    const response = await fetch(HOST, {
      method: "POST",
      signal,
      credentials: "omit",
      referrerPolicy: "strict-origin-when-cross-origin",
      headers: {
        "Content-Type": "application/json",
        "X-Goog-Api-Key": apiKey,
        "X-Goog-FieldMask": FIELDS,
      },
      body: JSON.stringify({ ...query, includedRegionCodes: ["us"] }),
    });
    return (await response.json()) as GoogleResponse;
  } catch (reason) {
    throw unreachable(reason);
  }
}

function predictionOf({ placePrediction }: { placePrediction?: Prediction }) {
  const description = placePrediction?.text?.text;
  if (!description || !placePrediction?.placeId) return [];
  const { mainText, secondaryText } = placePrediction.structuredFormat ?? {};
  return [
    {
      description,
      place_id: placePrediction.placeId,
      structured_formatting: {
        main_text: mainText?.text ?? description,
        secondary_text: secondaryText?.text ?? "",
      },
      is_street_as_typed: false,
    },
  ];
}

/** Coverage of an address: unknown, checking, covered or not covered (ADDR-04.1). */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { track } from "#lib/analytics.ts";
import { logQuietly } from "#lib/log-quietly.ts";

const TIMEOUT_MS = 10_000;

export type SearchContext = "hero_cta" | "installation_wizard" | "diagnostic";
export type Place = { address: string; city: string; zipCode: string; township: string };
export type NotCoveredReason = NonNullable<Schemas["CoverageOut"]["reason"]>;
export type UncoveredPlace = {
  address: string;
  city: string | null;
  zipCode: string | null;
  reason: NotCoveredReason;
  /** The covered town nearest to the ZIP code; null where the server does not know it. */
  nearest: Schemas["NearestTownOut"] | null;
};
export type Coverage =
  | { status: "unknown" }
  | { status: "checking" }
  | { status: "covered"; place: Place; problem: string | null }
  | { status: "not_covered"; place: UncoveredPlace };

type Search = {
  context: SearchContext;
  sessionId: string;
  /** Asks for the street of an address by which a crew could not find the home. */
  ask: (problem: string, address: string) => void;
};

type Checking = { address: string; answer: Promise<Coverage | null> };

export function useCoverage(search: Search) {
  const [coverage, setCoverage] = useState<Coverage>({ status: "unknown" });
  const pending = useRef<Checking | null>(null);

  const settle = async (address: string): Promise<Coverage | null> => {
    const result = await coverageOf(address);
    if (pending.current?.address !== address) return null;
    pending.current = null;
    const problem = result.status === "covered" && result.problem;
    const outcome = result.status === "covered" ? "coverage_validated" : "coverage_rejected";
    track(outcome, { context: search.context });
    logSearch(address, result.status, search).catch(logQuietly("address search not logged"));
    setCoverage(problem ? { status: "unknown" } : result);
    if (!problem) return result;
    flushSync(() => search.ask(problem, address)); // the field is there before it is focused
    return null;
  };

  // Reuses a check that is under way; resolves to null when the address was changed meanwhile.
  const check = (address: string): Promise<Coverage | null> => {
    if (pending.current?.address === address) return pending.current.answer;
    setCoverage({ status: "checking" });
    const answer = Promise.resolve().then(() => settle(address));
    pending.current = { address, answer };
    return answer;
  };

  const reset = () => {
    pending.current = null;
    setCoverage({ status: "unknown" });
  };

  return { coverage, check, reset };
}

/** Check coverage. Every failure counts as not covered, with its reason kept (ADDR-04.2). */
export async function coverageOf(address: string): Promise<Coverage> {
  try {
    return coverageFrom(
      address,
      await unwrap(
        api.GET("/api/coverage-check", {
          params: { query: { address } },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        }),
      ),
    );
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return {
      status: "not_covered",
      place: { address, city: null, zipCode: null, reason: "lookup_failed", nearest: null },
    };
  }
}

function coverageFrom(query: string, response: Schemas["CoverageOut"]): Coverage {
  const address = response.formatted_address || query;
  const { city, zip_code: zipCode, township } = response;
  if (response.is_covered && zipCode) {
    const place = { address, city: city ?? "", zipCode, township };
    return { status: "covered", place, problem: response.street_problem };
  }
  const reason = response.reason ?? (zipCode ? "not_covered" : "no_zip");
  const nearest = response.nearest ?? null;
  return { status: "not_covered", place: { address, city, zipCode, reason, nearest } };
}

// Best effort and `keepalive`: the visitor may already be leaving for the wizard (ADDR-06.2).
async function logSearch(
  address: string,
  status: Coverage["status"],
  { context, sessionId }: Omit<Search, "ask">,
): Promise<void> {
  const geocoded = context === "installation_wizard" ? await geocodeBestEffort(address) : undefined;
  await unwrap(
    api.POST("/api/log-address-search", {
      body: {
        address,
        coverage_status: status,
        session_id: sessionId,
        search_context: context,
        ...(geocoded && { geocoding_response: geocoded }),
      },
      keepalive: true,
    }),
  );
}

const geocodeBestEffort = (address: string): Promise<Schemas["GeocodedOut"] | undefined> =>
  unwrap(api.POST("/api/geocode-complete", { body: { address } })).catch(() => undefined);

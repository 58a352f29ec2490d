/** Generators for sale. The cards are shown without them, so a slow catalog delays nothing. */
import { api, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import {
  type GeneratorOption,
  toGeneratorOption,
} from "#features/generator-choice/generator-option.ts";

/** Undefined while loading; empty when the catalog cannot be loaded. */
export function useGeneratorOptions(): GeneratorOption[] | undefined {
  const { data, isFailed } = useRequest(loadGenerators);
  return isFailed ? [] : data;
}

const loadGenerators = async (signal: AbortSignal): Promise<GeneratorOption[]> =>
  (await unwrap(api.GET("/api/generators", { signal }))).map(toGeneratorOption);

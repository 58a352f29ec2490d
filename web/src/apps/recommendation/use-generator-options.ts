/** Generators for sale. The cards are shown without them, so a slow catalog delays nothing. */
import { useEffect, useState } from "react";
import { api, unwrap } from "#api/client.ts";
import {
  type GeneratorOption,
  toGeneratorOption,
} from "#features/generator-choice/generator-option.ts";
import { logQuietly } from "#lib/log-quietly.ts";

/** Undefined while loading; empty when the catalog cannot be loaded. */
export function useGeneratorOptions(): GeneratorOption[] | undefined {
  const [options, setOptions] = useState<GeneratorOption[]>();

  useEffect(() => {
    unwrap(api.GET("/api/generators"))
      .then((rows) => setOptions(rows.map(toGeneratorOption)))
      .catch((reason: unknown) => {
        logQuietly("generators not loaded")(reason);
        setOptions([]);
      });
  }, []);

  return options;
}

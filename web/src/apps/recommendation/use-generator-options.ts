/** The generators for sale. The cards stand without them, so that a slow catalog delays nothing. */
import { useEffect, useState } from "react";
import {
  type GeneratorOption,
  toGeneratorOption,
} from "#features/generator-choice/generator-option.ts";
import { api, unwrap } from "#lib/api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";

/** Undefined until the catalog has answered; empty when it does not. */
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

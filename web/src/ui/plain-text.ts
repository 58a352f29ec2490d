import * as v from "valibot";
import { hasWebAddress } from "#lib/web-address.ts";
import { m } from "#paraglide/messages.js";
import { requiredText } from "./form.tsx";

/** A text that may not be blank, for a name that our mail repeats: no link of somebody's. */
export const plainText = (message: string) =>
  v.pipe(
    requiredText(message),
    v.check((text) => !hasWebAddress(text), m.web_address_left_out()),
  );

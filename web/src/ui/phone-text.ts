import * as v from "valibot";
import { usDigits } from "#lib/phone.ts";
import { isWholePhone } from "#lib/phone-rules.ts";
import { m } from "#paraglide/messages.js";
import { requiredText } from "./form.tsx";

/** Schema of a phone number, which may be that of another country or have an extension. */
export const phoneText = (message: string) =>
  v.pipe(
    requiredText(message),
    v.check(isWholePhone, ({ input }) =>
      usDigits(input) ? m.contact_phone_unknown() : m.contact_phone_short(),
    ),
  );

/** `pnpm run messages`: what the build does with the words, for the type checker. */
import { compile } from "@inlang/paraglide-js";
import { messageOptions } from "./messages.ts";

await compile(messageOptions);

/**
 * Where the answers about the home are kept in this tab. Apart from what is calculated from them, so
 * that a page which only forgets them does not load the calculation.
 */
import { removeSession } from "#lib/storage.ts";

export const ANSWERS_KEY = "loadAnswers";

export const clearAnswers = (): void => removeSession(ANSWERS_KEY);

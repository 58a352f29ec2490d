import type { Contact } from "./draft.ts";
import { useDraft } from "./use-draft.ts";

/** What is known of the visitor and the home: a form about it starts with these. */
export function useContact(): Contact & { address: string } {
  const { customer, location } = useDraft().draft;
  return { ...customer.contact, address: location.address.formatted };
}

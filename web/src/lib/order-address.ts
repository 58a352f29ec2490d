/**
 * The order that an address names (TRUTH-02): every page about an order says which, because a
 * browser may hold several. The id opens nothing without the visitor's cookie.
 */

const ORDER = "order";

/** The id in a query such as location.search; null where it names no order. */
export const orderIn = (query: string): string | null => new URLSearchParams(query).get(ORDER);

/** The order that this page's address names. */
export const orderInAddress = (): string | null =>
  typeof location === "undefined" ? null : orderIn(location.search);

/** A path of ours, naming the order before its fragment. */
export function ofOrder(path: string, orderId: string | null | undefined): string {
  if (!orderId) return path;
  const [address, part] = path.split("#");
  return `${address}?${ORDER}=${orderId}${part ? `#${part}` : ""}`;
}

/** A path of ours, naming the order that this page's address names. */
export const ofThisOrder = (path: string): string => ofOrder(path, orderInAddress());

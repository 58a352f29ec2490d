/**
 * After a worker's tests: checks that the product's log has no personal data of their visitors
 * (RUN-03.2).
 */
import type { Product } from "./product.ts";

const SHORTEST = 6; // a shorter word may occur in any line by chance

export async function expectNoNamesInLog(product: Product) {
  const log = product.log().toLowerCase();
  const rows = await product.rows(
    "SELECT name, email, phone, formatted_address FROM customers" +
      " JOIN orders ON orders.customer_id = customers.id" +
      " JOIN order_locations ON order_locations.order_id = orders.id",
  );
  const values = new Set(
    rows
      .flatMap((row) => Object.values(row))
      .map((word) => String(word).toLowerCase())
      .filter((word) => word.length >= SHORTEST),
  );
  const named = [...values].filter((word) => log.includes(word));
  const lines = log.split("\n").length;
  console.log(
    `H2 ${lines} lines of log, ${values.size} names, contacts and addresses: ${named.length}`,
  );
  if (!log.includes("worker ready")) throw new Error("This is not the product's log");
  if (named.length > 0) throw new Error(`The log names ${named.join(", ")}`);
}

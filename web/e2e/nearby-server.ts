/** A test's own HTTP server, between the browser and the product. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Start it; returns its URL and the function that closes it. */
export async function startServer(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    site: `http://127.0.0.1:${port}`,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

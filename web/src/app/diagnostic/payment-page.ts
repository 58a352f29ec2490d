import { api, unwrap } from "#api/client.ts";

/** Go to the card provider's page of a held diagnostic. Throws Problem. */
export async function openPaymentPage(id: string): Promise<void> {
  const { url } = await unwrap(
    api.POST("/api/diagnostics/{diagnostic_id}/checkout", {
      params: { path: { diagnostic_id: id } },
    }),
    { isRepeatable: true },
  );
  location.assign(url);
}

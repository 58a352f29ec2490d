/** Asks for an order's proposal; answers the new file's id. */
import { api, unwrap } from "#lib/api/client.ts";
import { copy } from "./copy.ts";

const FILE_TYPE = "general_proposal"; // spec §3

/** Raises Problem, or an Error with the words for an answer without success. */
export async function generateProposal(orderId: string): Promise<string | null> {
  const answer = await unwrap(
    api.POST("/api/manual-generate-proposal", { body: { orderId, fileType: FILE_TYPE } }),
  );
  if (!answer?.success) throw new Error(copy.unconfirmed);
  return answer.fileId ?? null;
}

/** Asks for an order's proposal; answers the new file's id. */
import { unwrap } from "#lib/api/client.ts";
import { copy } from "./copy.ts";

const FILE_TYPE = "general_proposal"; // spec §3

/** Raises Problem, or an Error with the words for an answer without success. */
export async function generateProposal(orderId: string): Promise<string | null> {
  const answer = await unwrap(
    (await callsOfStaff()).POST("/api/manual-generate-proposal", {
      body: { orderId, fileType: FILE_TYPE },
    }),
  );
  if (!answer?.success) throw new Error(copy.unconfirmed);
  return answer.fileId ?? null;
}

/** Whoever is signed in to the console says so; where everybody may, nobody needs to be. */
async function callsOfStaff() {
  const [{ staff }, { openStaffSession }] = await Promise.all([
    import("#lib/api/staff.ts"),
    import("#lib/api/staff-session.ts"),
  ]);
  await openStaffSession();
  return staff;
}

import { unwrap } from "#api/client.ts";
import { copy } from "./copy.ts";

const FILE_TYPE = "general_proposal"; // file_type of the proposal PDF

/**
 * Request an order's proposal PDF; returns the new file's id. Throws Problem, or an Error with the
 * server's message when the response reports no success.
 */
export async function generateProposal(orderId: string): Promise<string | null> {
  const answer = await unwrap(
    (await callsOfStaff()).POST("/api/manual-generate-proposal", {
      body: { orderId, fileType: FILE_TYPE },
    }),
  );
  if (!answer?.success) throw new Error(copy.unconfirmed);
  return answer.fileId ?? null;
}

// Uses the staff session when there is one. Where internal tools are open to everybody, it works
// without.
async function callsOfStaff() {
  const [{ staff }, { openStaffSession }] = await Promise.all([
    import("#api/staff.ts"),
    import("#api/staff-session.ts"),
  ]);
  await openStaffSession();
  return staff;
}

import { staff } from "#api/staff.ts";
import { openStaffSession } from "#api/staff-session.ts";

/**
 * The staff API, with the staff session when there is one. Where internal tools are open to
 * everybody, it works without.
 */
export async function withSession(): Promise<typeof staff> {
  await openStaffSession();
  return staff;
}

/** Cookie session for the pages Django renders for staff; scripts cannot read the cookie. */
import { unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";

const TABLES = "/staff/tables/";

/** Set the cookie; it expires with this sign-in. */
export const openPages = () => unwrap(staff.POST("/api/staff/tables-session"));

/**
 * The requested admin path, or the admin's start page for any path outside of it, to prevent open
 * redirects.
 */
export const tablesPage = (path: string | null): string =>
  path?.startsWith(TABLES) ? path : TABLES;

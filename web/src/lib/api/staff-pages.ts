/** Pages that Django itself shows to staff know them by a cookie, which no script reads. */
import { unwrap } from "#lib/api/client.ts";
import { staff } from "#lib/api/staff.ts";

const TABLES = "/staff/tables/";

/** The cookie, good as long as this sign-in. */
export const openPages = () => unwrap(staff.POST("/api/staff/tables-session"));

/** The page of the tables that was asked for: never one of somebody else's. */
export const tablesPage = (asked: string | null): string =>
  asked?.startsWith(TABLES) ? asked : TABLES;

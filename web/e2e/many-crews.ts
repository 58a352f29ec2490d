/** Before all tests: crews enough on each day that no test, and no second try, finds the calendar full. */
import { request } from "@playwright/test";
import { SITE, tokenOf } from "./staff.ts";

const CREWS = 8;

type Day = { date: string; open: boolean };

export default async function bringManyCrews() {
  const office = await request.newContext({
    baseURL: SITE,
    extraHTTPHeaders: { Authorization: `Bearer ${tokenOf("Olive Office")}` },
  });
  const { days } = (await (await office.get("/api/availability")).json()) as { days: Day[] };
  for (const { date } of days.filter((day) => day.open)) {
    const set = await office.put(`/api/staff/crew-days/${date}`, {
      data: { crews: CREWS, reason: "Browser tests" },
    });
    if (!set.ok()) throw new Error(`${date}: ${set.status()} ${await set.text()}`);
  }
  await office.dispose();
}

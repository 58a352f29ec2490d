import { fireEvent, screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { CalendarFeedsDialog } from "../board/calendar-feeds.tsx";
import { OwnCalendar } from "../crew/own-calendar.tsx";
import { answers, click, mockCall, refused, renderStaff, sent, user } from "../staff.setup.tsx";

const ID = "7c1d8d2e-0000-4000-8000-000000000001";
const URL_ = "https://standby.example/api/calendars/abc.ics";
const BOARD = { technician_id: null, name: "", url: null, created_at: null };
const SAM = {
  technician_id: ID,
  name: "Sam Ortiz",
  url: URL_,
  created_at: "2025-11-03T15:00:00Z",
};

test("OPS-20.5 the office creates, copies, replaces and ends calendar links", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  answers("/calendar-feeds", { feeds: [BOARD, SAM] });
  mockCall("put", "/calendar-feeds", () => HttpResponse.json(SAM));
  renderStaff(<CalendarFeedsDialog open onClose={() => {}} />);

  expect(await screen.findByLabelText("Calendar link of Sam Ortiz")).toHaveProperty("value", URL_);
  await user.click(screen.getByLabelText("Calendar link of Sam Ortiz"));
  expect(screen.getByRole("link", { name: "Open in a calendar" }).getAttribute("href")).toBe(
    "webcal://standby.example/api/calendars/abc.ics",
  );
  await click("Copy");
  expect(write).toHaveBeenCalledWith(URL_);
  await click("Create a link: Whole board");
  await click("Replace the link");
  await click("Stop sharing");

  expect(sent.map(({ body }) => body)).toEqual([
    { technician_id: null, is_on: true },
    { technician_id: ID, is_on: true },
    { technician_id: ID, is_on: false },
  ]);
});

test("a technician makes their own link, and a refusal is said", async () => {
  answers("/crew/calendar", { ...SAM, url: null });
  mockCall("put", "/crew/calendar", () => refused(409, "technician_inactive", "No longer works."));
  renderStaff(<OwnCalendar />);

  const details = screen.getByText("Jobs in your calendar").closest("details");
  if (!details) throw new Error("no details");
  details.open = true;
  fireEvent(details, new Event("toggle"));
  await click("Create a link: Sam Ortiz");
  expect(await screen.findByText("No longer works.")).toBeTruthy();

  mockCall("put", "/crew/calendar", () => HttpResponse.json(SAM));
  await click("Create a link: Sam Ortiz");
  expect(await screen.findByLabelText("Calendar link of Sam Ortiz")).toHaveProperty("value", URL_);
});

test("a link that could not be ended stays, and why is said", async () => {
  answers("/calendar-feeds", { feeds: [SAM] });
  mockCall("put", "/calendar-feeds", () => refused(404, "technician_not_found", "Nobody there."));
  renderStaff(<CalendarFeedsDialog open onClose={() => {}} />);

  await click("Stop sharing");

  expect(await screen.findByText("Nobody there.")).toBeTruthy();
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { hrefOf } from "#test-support.ts";
import { answers, click, mockCall, refused, renderStaff, sent, user } from "../staff.setup.tsx";
import {
  ADA,
  aBoard,
  aDay,
  aJob,
  BO,
  CY,
  GRACE,
  LOST,
  MARY,
  MONDAY,
  SUNDAY,
  TUESDAY,
  WEDNESDAY,
} from "./board.fixtures.ts";
import BoardScreen from "./board-screen.tsx";
import type { Board } from "./board-types.ts";

const MOVE = `/appointments/${ADA.appointment_id}/move`;
const SEND = `/appointments/${CY.appointment_id}/technician`;

async function look(change: Partial<Board> = {}, me = {}) {
  answers("/board", aBoard(change));
  answers("/readiness", [
    { order_id: ADA.order_id, missing: [] },
    { order_id: BO.order_id, missing: ["proposal", "permit", "equipment"] },
  ]);
  answers("/diagnostics", []);
  const shown = renderStaff(<BoardScreen />, { path: `/staff/board?day=${SUNDAY}`, me });
  await screen.findByRole("grid");
  return shown;
}

// A toast of an earlier test may still be on the screen, with a Dismiss button of the same name.
const card = (name: string) =>
  screen.getByRole("button", { name: new RegExp(`^(?!Dismiss|Drag).*${name}`) });
const dialog = () => screen.getByRole("dialog");

test("days stand as columns with their crews, crews as rows with their jobs", async () => {
  await look();

  const monday = screen.getByRole("columnheader", { name: /Monday, December 8, 2025/ });
  expect(within(monday).getByText("2 of 2 crews")).toBeTruthy();
  expect(within(monday).getByText("today")).toBeTruthy();
  const wednesday = screen.getByRole("columnheader", { name: /December 10/ });
  expect(within(wednesday).getByText("Closed: Training")).toBeTruthy();
  const first = screen.getByRole("row", { name: /^Crew 1/ });
  expect(within(first).getByRole("button", { name: /^8:30.*Ada Lovelace/ }).textContent).toContain(
    "Grace Hopper",
  );
  expect(within(first).getByText("Crew 1 is free on Sun, Dec 7")).toBeTruthy();
  expect(card("Bo Diddley").textContent).toContain("Unassigned");
});

test("OPS-17.2 a job is ready, or its card and its dialog say what is missing", async () => {
  await look();

  await waitFor(() => expect(card("Ada Lovelace").textContent).toContain("Ready"));
  expect(card("Bo Diddley").textContent).toContain("Missing: proposal, permit, 1 more");
  await user.click(card("Bo Diddley"));
  within(dialog()).getByText("Missing: proposal, permit, equipment");
  expect(hrefOf("(281) 555-0100")).toBe("tel:+12815550100");
  within(dialog()).getByText(BO.address);
});

test("a held day counts down, and belongs to who pays for it", async () => {
  const held = aJob(5, { status: "held", hold_expires_at: "2025-12-08T15:20:00Z" });
  await look({ days: [aDay(MONDAY, [held])] });

  expect(card("Ada").textContent).toContain("Held 20m");
  await user.click(card("Ada"));

  expect(screen.getByText(/it can be moved once the fee is paid/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Move to..." })).toBeNull();
  expect(screen.getByRole("button", { name: "Technician..." })).toBeTruthy();
});

test("who may only look is offered no change", async () => {
  await look({}, { role: "viewer", permissions: ["see_own_account", "see_orders"] });

  expect(screen.queryByRole("button", { name: /^Crews on|^Open / })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add a technician" })).toBeNull();
  await user.click(card("Ada"));
  expect(screen.queryByRole("button", { name: "Move to..." })).toBeNull();
  expect(hrefOf("Open the order")).toBe(`/staff/orders/${ADA.order_id}`);
});

test("by keys alone: arrows to a job, Enter, another day with room, a reason", async () => {
  await look();
  const conflict = "Jo moved this appointment to Dec 9 a minute ago.";
  mockCall("post", MOVE, () => refused(409, "changed_meanwhile", conflict));
  screen.getByText("Crew 1 is free on Sun, Dec 7").closest("td")?.focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(card("Ada"));

  await user.keyboard("{Enter}");
  await click("Move to...");
  const days = within(await screen.findByRole("group", { name: "New day" }));
  const day = (name: RegExp) => days.getByRole<HTMLInputElement>("radio", { name });
  expect(day(/December 7, 2025, past/).disabled).toBe(true);
  expect(day(/December 10, 2025, closed/).disabled).toBe(true);
  await click("Move");
  expect(screen.getByText("Please choose a day.")).toBeTruthy();
  await user.click(day(/December 8, 2025, now/));
  await click("Move to Mon, Dec 8");
  expect(screen.getByText(/It is already there/)).toBeTruthy();
  expect(sent).toEqual([]);

  await user.click(day(/December 9, 2025, 1 free/));
  await user.type(screen.getByLabelText(/Reason/), "The crane");
  await click("Move to Tue, Dec 9");
  expect(await screen.findByText(new RegExp(conflict))).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/Reason/).value).toBe("The crane");
  mockCall("post", MOVE, () => HttpResponse.json({ ...ADA, day: TUESDAY, technician: null }));
  await click("Move to Tue, Dec 9");

  await screen.findByText("Ada Lovelace moved to Tue, Dec 9");
  expect(screen.getByText(/Grace Hopper is off or has another job that day/)).toBeTruthy();
  expect(sent[1]?.body).toEqual({
    day: TUESDAY,
    time_window: "morning",
    reason: "The crane",
    if_version: ADA.order_version,
  });
});

test("only who is free that day can be chosen, and be taken off again", async () => {
  await look({
    days: [
      aDay(TUESDAY, [
        { ...ADA, technician: MARY },
        { ...CY, crew_no: 2 },
      ]),
    ],
  });
  mockCall("post", SEND, () => HttpResponse.json({ ...CY, technician: GRACE }));
  await user.click(card("Cy Young"));
  await click("Technician...");

  const mary = screen.getByRole("radio", { name: "Mary Jackson" }) as HTMLInputElement;
  expect(mary.disabled).toBe(true);
  expect(screen.getByText("is on Ada Lovelace's job in Spring")).toBeTruthy();
  expect(screen.queryByRole("radio", { name: "Sam Old" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Grace Hopper" }));
  await click("Assign Grace Hopper");

  await screen.findByText("Grace Hopper is assigned to Cy Young's job");
  expect(sent[0]?.body).toEqual({ technician_id: GRACE.id, if_version: CY.order_version });

  mockCall("post", `/appointments/${ADA.appointment_id}/technician`, () =>
    HttpResponse.json({ ...ADA, technician: null }),
  );
  await user.click(card("Ada"));
  await click("Technician...");
  await user.click(screen.getByRole("radio", { name: "Unassigned" }));
  await click("Unassign");

  await screen.findByText("Ada Lovelace's job is unassigned");
  expect(sent[1]?.body).toMatchObject({ technician_id: null });
});

// The test page has no drag events of its own.
const dataTransfer = {
  types: ["text/plain"],
  items: Object.assign([], { add: () => {}, clear: () => {} }),
  effectAllowed: "all",
  dropEffect: "none",
  setData: () => {},
  setDragImage: () => {},
};
const lift = (what: Element) => fireEvent.dragStart(what, { dataTransfer });
const carry = (what: Element, to: Element) => {
  lift(what);
  fireEvent.dragEnter(to, { dataTransfer });
};
const letGo = (what: Element, over: Element) => {
  fireEvent.drop(over, { dataTransfer });
  fireEvent.dragEnd(what, { dataTransfer });
};
const column = (name: RegExp) => screen.getByRole("columnheader", { name });

test("a job let go over a day with room asks first; elsewhere nothing is", async () => {
  await look({ waiting: [LOST] });
  const [sunday, wednesday] = [column(/December 7/), column(/December 10/)];
  const tuesday = column(/December 9/);

  carry(card("Cy Young"), wednesday);
  expect(column(/December 8/).getAttribute("data-welcome")).toBe("false");
  expect(wednesday.getAttribute("data-welcome")).toBe("false");
  expect(sunday.getAttribute("data-welcome"), "past").toBe("false");
  letGo(card("Cy Young"), wednesday);
  expect(wednesday.hasAttribute("data-welcome")).toBe(false);
  expect(screen.queryByRole("dialog")).toBeNull();

  carry(card("Lou Lost"), tuesday);
  expect(tuesday.getAttribute("data-over")).toBe("true");
  letGo(card("Lou Lost"), tuesday);
  expect(await screen.findByRole("button", { name: "Move to Tue, Dec 9" })).toBeTruthy();
  expect(within(dialog()).getByRole("heading", { name: "Lou Lost" })).toBeTruthy();
});

test("by keys a job is carried to a day with room, Escape puts it back", async () => {
  await look({ waiting: [LOST], days: [...aBoard().days, aDay("2025-12-11")] });
  const handle = screen.getByRole("button", { name: "Drag Lou Lost" });
  handle.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(column(/December 9/)));
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(handle);
  expect(column(/December 9/).hasAttribute("data-welcome")).toBe(false);

  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(column(/December 9/)));
  await user.keyboard("{Tab}");
  expect(document.activeElement).toBe(column(/December 11/));
  await user.keyboard("{Enter}");

  expect(await screen.findByRole("button", { name: "Move to Thu, Dec 11" })).toBeTruthy();
});

test("a technician let go on a free job is sent at once; on a busy day not", async () => {
  await look();
  mockCall("post", SEND, () => refused(409, "technician_busy", "Grace leads another job."));
  const grace = screen.getAllByText("Grace Hopper").at(-1) as HTMLElement;

  carry(grace, card("Bo Diddley"));
  expect(card("Bo Diddley").getAttribute("data-welcome")).toBe("false");
  expect(card("Cy Young").getAttribute("data-welcome")).toBe("true");
  letGo(grace, card("Bo Diddley"));
  expect(sent).toEqual([]);

  carry(grace, card("Cy Young"));
  letGo(grace, card("Cy Young"));
  expect(await screen.findByText("Grace leads another job.")).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({ technician_id: GRACE.id });
});

test("a day is closed with a reason, never below its jobs, and opened without", async () => {
  await look();
  mockCall("put", `/crew-days/${TUESDAY}`, () => HttpResponse.json(aDay(TUESDAY)));
  mockCall("put", `/crew-days/${WEDNESDAY}`, () => refused(409, "crews_in_use", "1 job is there."));
  const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });
  await click("Crews on Tue, Dec 9");
  expect(choice(/^Closed/).disabled).toBe(true);
  expect(choice(/^2 crews/).checked).toBe(true);

  await user.click(choice(/^1 crew/));
  await click("Save");
  expect(screen.getByText(/Please give a reason/)).toBeTruthy();
  await user.type(screen.getByLabelText("Reason"), "A crew is ill");
  await click("Save");
  await screen.findByText("Tue, Dec 9 was saved");
  expect(sent[0]?.body).toEqual({ crews: 1, reason: "A crew is ill" });

  await click("Open Wed, Dec 10");
  await user.click(choice(/^2 crews/));
  await click("Save");
  expect(await screen.findByText("1 job is there.")).toBeTruthy();
});

test("OPS-18.4 a storm day: where each job goes is shown, then all are moved at once", async () => {
  await look();
  const job = (one: typeof ADA) => ({
    appointment_id: one.appointment_id,
    order_id: one.order_id,
    customer_name: one.customer_name,
    city: one.city,
  });
  const { time_window, start_at } = ADA;
  const street = "24 Waterway Ave";
  const moved = [{ ...job(ADA), street, time_window, start_at, to_day: TUESDAY }];
  const left = [{ ...job(BO), why: "no_day" }];
  const full = { day: "2025-12-11", mornings_left: 0, afternoons_left: 0, is_weekday_off: false };
  answers(`/crew-days/${MONDAY}/closing`, { day: MONDAY, moved, left, room: [full] });
  mockCall("post", `/crew-days/${MONDAY}/closing`, () =>
    HttpResponse.json({ day: MONDAY, moved, left, room: [] }),
  );

  await click("Crews on Mon, Dec 8");
  await click("Close the day and move its jobs");
  const target = await within(dialog()).findByLabelText<HTMLInputElement>(
    `New day for ${ADA.customer_name}, ${street}`,
  );
  expect(target.value).toBe(TUESDAY);
  within(dialog()).getByText(/^1 customer gets a new day .* You can’t undo this\.$/);
  fireEvent.change(target, { target: { value: "2025-12-11" } });
  within(dialog()).getByText(/^No crew is left on that day/);
  await click("Close Mon, Dec 8 and move 1");
  await within(dialog()).findByText("Please give a reason.");
  await user.type(within(dialog()).getByLabelText("Reason"), "A hurricane");
  await click("Close Mon, Dec 8 and move 1");

  await within(dialog()).findByText("The day is closed. Jobs moved: 1. Not moved: 1.");
  within(dialog()).getByText(/no day has a free crew/);
  expect(sent[0]?.body).toEqual({
    reason: "A hurricane",
    targets: [{ appointment_id: ADA.appointment_id, day: "2025-12-11" }],
  });
});

test("a technician is added, and another one changed", async () => {
  await look();
  mockCall("post", "/technicians", () => HttpResponse.json(GRACE, { status: 201 }));
  mockCall("patch", `/technicians/${MARY.id}`, () => HttpResponse.json(MARY));

  await click("Add a technician");
  await click("Add");
  expect(screen.getByText("Please enter a name.")).toBeTruthy();
  await user.type(screen.getByLabelText("Name"), "Grace Hopper");
  await user.type(screen.getByLabelText("Phone"), "(281) 555-0107");
  await user.type(screen.getByLabelText("License number"), "ME 4711");
  await click("Add", dialog());
  await screen.findByText("Grace Hopper was added");
  await click("Edit Mary Jackson");
  await user.click(screen.getByRole("checkbox", { name: /Active/ }));
  await click("Save");

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.body).toEqual({
    name: "Grace Hopper",
    phone: "(281) 555-0107",
    license_number: "ME 4711",
  });
  expect(sent[1]?.body).not.toHaveProperty("license_number");
  expect(sent[1]?.body).toMatchObject({ name: "Mary Jackson", is_active: false });
});

test("who is off on the day of a job is shown as such and cannot be assigned to it", async () => {
  const off = { ...MARY, days_off: [{ first_day: MONDAY, last_day: TUESDAY }] };
  await look({ technicians: [{ ...GRACE, license_number: "ME 4711" }, off] });

  screen.getByText("Off Mon, Dec 8 to Tue, Dec 9");
  screen.getByText("License ME 4711");
  await user.click(card("Cy Young"));
  await click("Technician...");

  const mary = within(dialog()).getByRole<HTMLInputElement>("radio", { name: /Mary Jackson/ });
  expect(mary.disabled).toBe(true);
  within(dialog()).getByText("Off Mon, Dec 8 to Tue, Dec 9");
});

test("days off are entered, refused with the jobs on them, and removed", async () => {
  const off = { ...MARY, days_off: [{ first_day: TUESDAY, last_day: TUESDAY }] };
  await look({ technicians: [off] });
  const path = `/technicians/${MARY.id}/days-off`;
  mockCall("put", `${path}/${MONDAY}`, () => HttpResponse.json(off));
  mockCall("put", `${path}/${WEDNESDAY}`, () =>
    refused(409, "technician_needed", "Mary Jackson leads the jobs of Ada Lovelace."),
  );
  mockCall("delete", `${path}/${TUESDAY}`, () => HttpResponse.json(MARY));

  await click("Edit Mary Jackson");
  await click("Add days off");
  await within(dialog()).findByText("Please choose the first day off.");
  const first = within(dialog()).getByLabelText("First day off");
  fireEvent.change(first, { target: { value: MONDAY } });
  await click("Add days off");
  await waitFor(() => expect(sent[0]?.body).toEqual({ last_day: MONDAY }));
  fireEvent.change(first, { target: { value: WEDNESDAY } });
  fireEvent.change(within(dialog()).getByLabelText("Last day off"), {
    target: { value: "2025-12-11" },
  });
  await click("Add days off");
  await within(dialog()).findByText(/Mary Jackson leads the jobs of Ada Lovelace/);
  expect(sent[1]?.body).toEqual({ last_day: "2025-12-11" });
  await click("Remove days off: Tue, Dec 9");
  await waitFor(() => expect(sent).toHaveLength(3));
});

test("other days are looked at by the box, the buttons and the keys", async () => {
  const { history } = await look();

  await click("Next week");
  await click("Previous day");
  fireEvent.change(screen.getByLabelText("Go to day"), { target: { value: "2026-01-05" } });
  await waitFor(() => expect(history?.at(-1)).toContain("day=2026-01-05"));

  await user.click(card("Ada"));
  await user.keyboard("{Escape}");
  card("Ada").focus();
  await user.keyboard("{PageDown}");
  await waitFor(() => expect(history?.at(-1)).toContain("day=2025-12-14"));
});

test("a board that does not load says so, and is asked for again", async () => {
  mockCall("get", "/board", () => refused(503, "busy"));
  renderStaff(<BoardScreen />, { path: "/staff/board" });

  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("a job that somebody took away meanwhile is said to be gone", async () => {
  const { queries } = await look();
  await user.click(card("Cy Young"));

  answers("/board", aBoard({ days: [aDay(SUNDAY), aDay(MONDAY, [ADA, BO]), aDay(TUESDAY)] }));
  await queries.invalidateQueries();

  expect(await screen.findByText(/This job is no longer on these days/)).toBeTruthy();
});

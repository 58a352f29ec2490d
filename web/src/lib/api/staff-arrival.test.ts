import { expect, test } from "vitest";
import { arrivalIn, withoutArrival } from "./staff-arrival.ts";

const AT = "https://site.test/staff/orders?status=held";

test("OPS-11 a mailed link brings a session in the fragment", () => {
  const address = `${AT}#access_token=a.b.c&refresh_token=r&type=recovery&expires_in=900`;

  expect(arrivalIn(address)).toEqual({
    is: "session",
    tokens: { access_token: "a.b.c", refresh_token: "r" },
    type: "recovery",
  });
});

test("OPS-11 coming back from elsewhere brings a code, with the client's own mark", () => {
  expect(arrivalIn(`${AT}&code=abc&sb_flow_id=f1`)).toEqual({
    is: "code",
    code: "abc",
    flowId: "f1",
  });
});

test("OPS-11 why it went wrong is told by its code", () => {
  expect(arrivalIn(`${AT}#error=access_denied&error_code=otp_expired`)).toEqual({
    is: "refusal",
    code: "otp_expired",
  });
});

test.each(["", "#content", "#access_token=a.b.c"])("OPS-11 %s brings nothing", (hash) => {
  expect(arrivalIn(AT + hash)).toBeNull();
});

test("OPS-11 nothing of it stays in the address; the screen that was wanted does", () => {
  expect(withoutArrival(`${AT}&code=abc&sb_flow_id=f1#access_token=a`)).toBe(
    "/staff/orders?status=held",
  );
});

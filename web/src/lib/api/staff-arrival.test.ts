import { expect, test } from "vitest";
import { arrivalIn, withoutArrival } from "./staff-arrival.ts";

const AT = "https://site.test/staff/orders?status=held";

test.each(["recovery", "invite", "email_change"] as const)(
  "a mailed link brings a token in the query: %s",
  (type) => {
    expect(arrivalIn(`${AT}&token_hash=abc&type=${type}`)).toEqual({
      is: "link",
      link: { tokenHash: "abc", type },
    });
  },
);

test("coming back from elsewhere brings a code, with the client's own mark", () => {
  expect(arrivalIn(`${AT}&code=abc&sb_flow_id=f1`)).toEqual({
    is: "code",
    code: "abc",
    flowId: "f1",
  });
});

test("why it went wrong is told by its code", () => {
  expect(arrivalIn(`${AT}#error=access_denied&error_code=otp_expired`)).toEqual({
    is: "refusal",
    code: "otp_expired",
  });
});

test.each([
  "",
  "#content",
  "&token_hash=abc",
  "&token_hash=abc&type=signup",
  "&type=recovery",
  "#access_token=a.b.c",
  "#access_token=a.b.c&refresh_token=r&type=recovery&expires_in=900",
  "&access_token=a.b.c&refresh_token=r",
])("%s brings nothing", (rest) => {
  expect(arrivalIn(AT + rest)).toBeNull();
});

test.each([
  ["&code=abc&sb_flow_id=f1", ""],
  ["&token_hash=abc&type=recovery", ""],
  ["#access_token=a&refresh_token=r", ""],
  ["#type=magiclink&refresh_token=r", ""],
  ["#error=access_denied&error_code=otp_expired", ""],
  ["&type=text#content", "&type=text#content"],
])("of %s nothing secret stays in the address; what was wanted does", (rest, stays) => {
  expect(withoutArrival(AT + rest)).toBe(`/staff/orders?status=held${stays}`);
});

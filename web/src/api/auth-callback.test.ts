import { expect, test } from "vitest";
import { parseAuthCallback, withoutCallback } from "./auth-callback.ts";

const AT = "https://site.test/staff/orders?status=held";

const linkOf = (type: string) => ({ is: "link", link: { tokenHash: "abc", type } });

test.each([
  ["a mailed link", "&token_hash=abc&type=recovery", linkOf("recovery")],
  ["an invitation", "&token_hash=abc&type=invite", linkOf("invite")],
  ["a new address", "&token_hash=abc&type=email_change", linkOf("email_change")],
  ["a way back", "&code=abc&sb_flow_id=f1", { is: "code", code: "abc", flowId: "f1" }],
  [
    "what went wrong",
    "#error=access_denied&error_code=otp_expired",
    { is: "refusal", code: "otp_expired" },
  ],
])("%s brings its token or code: %s", (_, rest, brought) => {
  expect(parseAuthCallback(AT + rest)).toEqual(brought);
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
  expect(parseAuthCallback(AT + rest)).toBeNull();
});

test.each([
  ["&code=abc&sb_flow_id=f1", ""],
  ["&token_hash=abc&type=recovery", ""],
  ["#access_token=a&refresh_token=r", ""],
  ["#type=magiclink&refresh_token=r", ""],
  ["#error=access_denied&error_code=otp_expired", ""],
  ["&type=text#content", "&type=text#content"],
])("of %s nothing secret stays in the address; what was wanted does", (rest, stays) => {
  expect(withoutCallback(AT + rest)).toBe(`/staff/orders?status=held${stays}`);
});

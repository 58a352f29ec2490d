import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { hrefOf } from "#test-support.ts";
import { agreementErrors } from "./agreement-rules.ts";
import { Agreements } from "./agreements.tsx";

const NONE_CHECKED = {
  terms_accepted: false,
  privacy_policy_accepted: false,
  scheduling_fee_acknowledged: false,
};
const ALL = {
  terms_accepted: true,
  privacy_policy_accepted: true,
  scheduling_fee_acknowledged: true,
};

test("all three agreements are needed", () => {
  expect(Object.keys(agreementErrors(NONE_CHECKED))).toHaveLength(3);
  expect(agreementErrors({ ...ALL, privacy_policy_accepted: false })).toEqual({
    privacy_policy_accepted: "Please accept the Privacy Policy",
  });
  expect(agreementErrors(ALL)).toEqual({});
});

test("the boxes lead to the terms, tell what is missing and hand on all", async () => {
  const onChange = vi.fn();
  const errors = agreementErrors(NONE_CHECKED);
  render(<Agreements value={NONE_CHECKED} errors={errors} feeAmount="$100" onChange={onChange} />);

  expect(hrefOf(/Terms of Use/)).toBe("/legal/terms");
  expect(hrefOf(/Privacy Policy/)).toBe("/legal/privacy");
  expect(screen.getByRole("checkbox", { name: /\$100 scheduling fee/ })).toBeTruthy();
  const box = screen.getByRole("checkbox", { name: /Terms of Use/ });
  const description = document.getElementById(box.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toBe("Please accept the Terms of Use");
  await userEvent.click(screen.getByRole("checkbox", { name: /Privacy Policy/ }));

  expect(onChange).toHaveBeenCalledWith({ ...NONE_CHECKED, privacy_policy_accepted: true });
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { hrefOf } from "#test-support.ts";
import { GetHelp } from "./get-help.tsx";

test("WIZ-01.2 Get Help opens phone, text and FAQ", async () => {
  const onOpen = vi.fn();
  render(<GetHelp label="Get Help" onOpen={onOpen} />);

  await userEvent.click(screen.getByRole("button", { name: "Get Help" }));

  await screen.findByRole("link", { name: /Text/ });
  expect(hrefOf(/Call \(713\) 555-0142/)).toBe("tel:+17135550142");
  expect(hrefOf(/Text/)).toBe("sms:+17135550142");
  expect(hrefOf(/FAQ/)).toBe("/faq");
  expect(onOpen).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("link", { name: /FAQ/ })).toBeNull();
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { hrefOf } from "#test-support.ts";
import { Button, buttonSizes, buttonVariants } from "#ui/button.tsx";

test("NAV-08 the variants and sizes of the specification, each with a look of its own", () => {
  expect(buttonVariants.join(" ")).toBe(
    "default destructive outline secondary ghost link hero hero-dark cta-green " +
      "tesla chat chat-dark",
  );
  expect(buttonSizes).toEqual(["default", "sm", "lg", "xl", "icon"]);
  render(
    buttonVariants.map((variant) => (
      <Button key={variant} variant={variant}>
        Go
      </Button>
    )),
  );

  const looks = screen.getAllByRole("button").map(({ className }) => className);

  expect(new Set(looks).size).toBe(buttonVariants.length);
});

test("a press is heard, and submits no form by itself; with an address it is a link", async () => {
  const onClick = vi.fn();
  render(
    <>
      <Button onClick={onClick}>Next</Button>
      <Button href="/faq">Questions</Button>
    </>,
  );

  await userEvent.click(screen.getByRole("button", { name: "Next" }));

  expect(onClick).toHaveBeenCalledOnce();
  expect(screen.getByRole("button").getAttribute("type")).toBe("button");
  expect(hrefOf("Questions")).toBe("/faq");
});

test("while busy it says so, keeps its focus and ignores presses", async () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy busyLabel="Reservando..." onClick={onClick}>
        Next
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Reservando..." });

  await userEvent.click(button);

  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

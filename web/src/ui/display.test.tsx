import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Accordion } from "#ui/accordion.tsx";
import { Notice } from "#ui/notice.tsx";
import { Progress } from "#ui/progress.tsx";

test("the items of an accordion share a name, so that one is open at most", () => {
  const items = [
    { id: "cost", title: "What does it cost?", content: "From $4,990." },
    { id: "noise", title: "Is it loud?", content: "Quieter than a mower." },
  ];
  const { container } = render(<Accordion name="faq" items={items} />);
  const details = [...container.querySelectorAll("details")];

  expect(details.map((item) => item.getAttribute("name"))).toEqual(["faq", "faq"]);
  expect(details.every((item) => !item.open)).toBe(true);
  expect(screen.getByText("Quieter than a mower.")).toBeTruthy();
});

test("danger interrupts, other notices wait", () => {
  render(
    <>
      <Notice tone="danger" title="Not reserved">
        The day is full.
      </Notice>
      <Notice action={<a href="/faq">Read more</a>}>Rain is likely.</Notice>
    </>,
  );

  expect(screen.getByRole("alert").textContent).toContain("The day is full.");
  expect(screen.getByRole("status").textContent).toContain("Rain is likely.");
  expect(screen.getByRole("link", { name: "Read more" })).toBeTruthy();
});

test("progress counts its steps", () => {
  const { container } = render(<Progress step={2} of={4} label="Your booking" />);
  const bar = screen.getByRole("progressbar", { name: "Your booking" });

  expect(bar.getAttribute("aria-valuetext")).toBe("Step 2 of 4");
  expect(container.querySelectorAll("[data-done]").length).toBe(2);
});

import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";
import { showFirstError } from "#ui/form.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";

function describedBy(control: HTMLElement): string {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

test("each kind of field hands on what was chosen, its words tied to it", async () => {
  const handlers = { notes: vi.fn(), size: vi.fn(), terms: vi.fn() };
  const sizes = ["18", "22"].map((value) => ({ value, label: `${value} kW` }));
  render(
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        value=""
        onChange={() => {}}
        hint="For the receipt"
        error="Contact information is required"
      />
      <TextArea label="Notes" name="notes" value="" onChange={handlers.notes} error="Too long" />
      <SelectField label="Size" name="size" value="18" onChange={handlers.size} options={sizes} />
      <Checkbox label="I agree" name="t" checked={false} onChange={handlers.terms} error="Please" />
    </>,
  );
  const email = screen.getByRole("textbox", { name: "Email" });
  const box = screen.getByRole("checkbox", { name: "I agree" });

  await userEvent.type(screen.getByLabelText("Notes"), "x");
  await userEvent.selectOptions(screen.getByLabelText("Size"), "22 kW");
  await userEvent.click(box);

  expect(handlers.notes).toHaveBeenCalledWith("x");
  expect(handlers.size).toHaveBeenCalledWith("22");
  expect(handlers.terms).toHaveBeenCalledWith(true);
  expect(email.getAttribute("aria-invalid")).toBe("true");
  expect(describedBy(email)).toBe("For the receipt Contact information is required");
  expect(describedBy(screen.getByLabelText("Notes"))).toBe("Too long");
  expect(describedBy(box)).toBe("Please");
});

test("of some cards one is chosen, by its title", async () => {
  const onChange = vi.fn();
  render(
    <RadioCards
      legend="How far?"
      name="band"
      value="close"
      onChange={onChange}
      options={[
        { value: "close", title: "0–25 ft", badge: "Popular", aside: "$4,990" },
        { value: "medium", title: "25–50 ft", detail: "Along one wall" },
        { value: "far", title: "50–150 ft", disabled: true },
      ]}
      error="Distance band selection is required"
    />,
  );
  const group = screen.getByRole("group", { name: "How far?" });

  await userEvent.click(screen.getByRole("radio", { name: "25–50 ft" }));
  await userEvent.click(screen.getByRole("radio", { name: "50–150 ft" }));

  expect(screen.getByRole<HTMLInputElement>("radio", { name: "0–25 ft Popular" }).checked).toBe(
    true,
  );
  expect(onChange.mock.calls).toEqual([["medium"]]);
  expect(describedBy(screen.getByRole("radio", { name: "25–50 ft" }))).toBe("Along one wall");
  expect(describedBy(group)).toBe("Distance band selection is required");
});

test.each([
  [
    "a message without a field",
    <FieldError key="1" id="day-error">
      Choose a day
    </FieldError>,
    "day-error",
  ],
  [
    "a field",
    <TextField key="1" label="Name" name="name" value="" onChange={() => {}} error="Missing" />,
    "name",
  ],
])("the first error is scrolled to: %s", async (_, first, expected) => {
  const scrolled: (string | null)[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    scrolled.push(this.getAttribute("name") ?? this.id);
  });
  const { container } = render(
    <>
      {first}
      <TextField label="Email" name="email" value="" onChange={() => {}} error="Missing" />
    </>,
  );

  showFirstError(container);

  await waitFor(() => expect(scrolled).toEqual([expected]));
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Checkbox } from "#ui/checkbox.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

/** The words tied to a control by aria-describedby. */
function describedBy(control: HTMLElement): string {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

function Typed() {
  const [value, setValue] = useState("");
  return <TextField label="Full name" name="name" value={value} onChange={setValue} />;
}

test("what is typed into a field arrives", async () => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText("Full name"), "Ada");
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Ada");
});

test("a field's hint and error are tied to it", () => {
  render(
    <TextField
      label="Email"
      name="email"
      type="email"
      value=""
      onChange={() => {}}
      hint="For the receipt"
      error="Contact information is required"
    />,
  );
  const field = screen.getByRole("textbox", { name: "Email" });

  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(describedBy(field)).toBe("For the receipt Contact information is required");
});

test("a text area and a select are fields too", async () => {
  const onNotes = vi.fn();
  const onSize = vi.fn();
  render(
    <>
      <TextArea label="Notes" name="notes" value="" onChange={onNotes} error="Too long" />
      <SelectField
        label="Size"
        name="size"
        value="18"
        onChange={onSize}
        options={[
          { value: "18", label: "18 kW" },
          { value: "22", label: "22 kW" },
        ]}
      />
    </>,
  );

  await userEvent.type(screen.getByLabelText("Notes"), "x");
  await userEvent.selectOptions(screen.getByLabelText("Size"), "22 kW");

  expect(onNotes).toHaveBeenCalledWith("x");
  expect(describedBy(screen.getByLabelText("Notes"))).toBe("Too long");
  expect(onSize).toHaveBeenCalledWith("22");
});

test("a checkbox says yes or no, and shows its error", async () => {
  const onChange = vi.fn();
  render(
    <Checkbox label="I agree" name="terms" checked={false} onChange={onChange} error="Please" />,
  );

  await userEvent.click(screen.getByRole("checkbox", { name: "I agree" }));

  expect(onChange).toHaveBeenCalledWith(true);
  expect(describedBy(screen.getByRole("checkbox"))).toBe("Please");
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

import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ContactForm } from "./contact-form.tsx";
import type { Contact, ContactErrors } from "./contact-rules.ts";
import { contactWords } from "./copy.ts";

const NOBODY: Contact = { name: "", phone: "", email: "" };
const onReminder = vi.fn();
const onEmailLeft = vi.fn();

function Form({ checked, refused }: { checked: boolean; refused: ContactErrors }) {
  const [contact, setContact] = useState(NOBODY);
  return (
    <ContactForm
      value={contact}
      checked={checked}
      refused={refused}
      onChange={(change) => setContact({ ...contact, ...change })}
      wantsReminder={false}
      onReminder={onReminder}
      onEmailLeft={onEmailLeft}
    />
  );
}
const show = (checked = false, refused: ContactErrors = {}) =>
  render(<Form checked={checked} refused={refused} />);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test.each([
  ["Full name", "name"],
  ["Mobile phone", "tel"],
  ["Email", "email"],
])("the browser may fill in %s (%s)", (label, token) => {
  show();
  expect(field(label).autocomplete).toBe(token);
});

test("ten digits become (NNN) NNN-NNNN", async () => {
  show();
  await userEvent.type(field("Mobile phone"), "7135550101");
  expect(field("Mobile phone").value).toBe("(713) 555-0101");
});

test("consent to texts is asked beside the phone", () => {
  show();
  const hint = document.getElementById(
    field("Mobile phone").getAttribute("aria-describedby") ?? "",
  );
  expect(hint?.textContent).toMatch(/agree to texts about this appointment.*STOP/);
});

test("an untouched form shows no error", () => {
  show();
  expect(screen.queryByText(/Please enter/)).toBeNull();
});

test("WIZ-05.7 a checked form names every missing field beside it", () => {
  show(true);
  for (const words of [
    "Please enter your name",
    "Please enter your phone number",
    "Please enter your email",
  ])
    expect(screen.getByText(words)).toBeTruthy();
});

test("a wrong e-mail is told when its field is left", async () => {
  show();
  await userEvent.type(field("Email"), "ada.example.org");
  expect(screen.queryByText(/with an @/)).toBeNull();

  await userEvent.tab();
  expect(screen.getByText("Please enter an email address with an @")).toBeTruthy();
  expect(field("Email").getAttribute("aria-invalid")).toBe("true");
});

test("what the server refused stands beside its field", () => {
  show(false, { email: "This address cannot be written to." });
  expect(screen.getByText("This address cannot be written to.")).toBeTruthy();
});

test("the reminder has a box of its own, unticked and asked of nobody", () => {
  show(true);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: contactWords.reminder });

  expect(box.checked).toBe(false);
  expect(box.required).toBe(false);
});

test("the reminder is agreed to in the words that the server keeps", () => {
  const policy = readFileSync("../api/standby/domain/policy.py", "utf8");

  expect(policy).toContain(`RECOVERY_CONSENT: Final = "${contactWords.reminder}"`);
});

test("a press on the box, and only that, chooses the reminder", async () => {
  show();
  await userEvent.type(field("Email"), "ada@example.org");
  expect(onReminder).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole("checkbox"));

  expect(onReminder).toHaveBeenCalledExactlyOnceWith(true);
});

test("it is told when the e-mail was left, not when the other fields were", async () => {
  onEmailLeft.mockClear();
  show();
  await userEvent.type(field("Full name"), "Ada");
  await userEvent.type(field("Mobile phone"), "7135550101");
  await userEvent.type(field("Email"), "ada@example.org");
  expect(onEmailLeft).not.toHaveBeenCalled();

  await userEvent.tab();

  expect(onEmailLeft).toHaveBeenCalledOnce();
});

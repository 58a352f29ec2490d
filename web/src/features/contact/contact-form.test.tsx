import { readFileSync } from "node:fs";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ContactForm } from "./contact-form.tsx";
import type { Contact, ContactErrors } from "./contact-rules.ts";
import { contactWords } from "./copy.ts";

const EMPTY_CONTACT: Contact = { name: "", phone: "", email: "" };
const onReminder = vi.fn();
const onEmailLeft = vi.fn();

function Form({ checked, refused }: { checked: boolean; refused: ContactErrors }) {
  const [contact, setContact] = useState(EMPTY_CONTACT);
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

test("WIZ-05.7 untouched no error shows, checked it names what is missing beside it", () => {
  show();

  const tokens = ["Full name", "Mobile phone", "Email"].map((label) => field(label).autocomplete);
  expect(tokens).toEqual(["name", "tel", "email"]);
  const hint = field("Mobile phone").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(hint)?.textContent).toMatch(
    /agree to texts about this appointment.*STOP/,
  );
  expect(screen.queryByText(/Please enter/)).toBeNull();

  cleanup();
  show(true);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: contactWords.reminder });

  for (const words of [
    "Please enter your name",
    "Please enter your phone number",
    "Please enter your email",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect([box.checked, box.required]).toEqual([false, false]);
});

test("the reminder is agreed to in the words that the server keeps", () => {
  const reminders = readFileSync("../api/standby/workflows/reminders.py", "utf8");

  expect(reminders).toContain(`RECOVERY_CONSENT: Final = "${contactWords.reminder}"`);
});

test("a press on the box alone chooses the reminder; a left e-mail is told", async () => {
  onEmailLeft.mockClear();
  show();
  await userEvent.type(field("Full name"), "Ada");
  await userEvent.type(field("Mobile phone"), "7135550101");
  expect(field("Mobile phone").value).toBe("(713) 555-0101");
  await userEvent.type(field("Email"), "ada.example.org");
  expect(screen.queryByText(/with an @/)).toBeNull();
  for (const handler of [onReminder, onEmailLeft]) expect(handler).not.toHaveBeenCalled();

  await userEvent.tab();
  expect(onEmailLeft).toHaveBeenCalledOnce();
  expect(screen.getByText("Please enter an email address with an @")).toBeTruthy();
  expect(field("Email").getAttribute("aria-invalid")).toBe("true");

  await userEvent.click(screen.getByRole("checkbox"));
  expect(onReminder).toHaveBeenCalledExactlyOnceWith(true);
});

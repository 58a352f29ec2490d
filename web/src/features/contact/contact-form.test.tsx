import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { ContactForm } from "./contact-form.tsx";
import type { Contact, ContactErrors } from "./contact-rules.ts";

const NOBODY: Contact = { name: "", phone: "", email: "" };

function Form({ checked, refused }: { checked: boolean; refused: ContactErrors }) {
  const [contact, setContact] = useState(NOBODY);
  return (
    <ContactForm
      value={contact}
      checked={checked}
      refused={refused}
      onChange={(change) => setContact({ ...contact, ...change })}
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
])("WIZ-05 the browser may fill in %s (%s)", (label, token) => {
  show();
  expect(field(label).autocomplete).toBe(token);
});

test("WIZ-05 ten digits become (NNN) NNN-NNNN", async () => {
  show();
  await userEvent.type(field("Mobile phone"), "7135550101");
  expect(field("Mobile phone").value).toBe("(713) 555-0101");
});

test("MSG-02 consent to texts is asked beside the phone", () => {
  show();
  const hint = document.getElementById(
    field("Mobile phone").getAttribute("aria-describedby") ?? "",
  );
  expect(hint?.textContent).toMatch(/agree to texts about this appointment.*STOP/);
});

test("WIZ-08 an untouched form shows no error", () => {
  show();
  expect(screen.queryByText(/Please enter/)).toBeNull();
});

test("WIZ-08 a checked form names every missing field beside it", () => {
  show(true);
  for (const words of [
    "Please enter your name",
    "Please enter your phone number",
    "Please enter your email",
  ])
    expect(screen.getByText(words)).toBeTruthy();
});

test("WIZ-08 a wrong e-mail is told when its field is left", async () => {
  show();
  await userEvent.type(field("Email"), "ada.example.org");
  expect(screen.queryByText(/with an @/)).toBeNull();

  await userEvent.tab();
  expect(screen.getByText("Please enter an email address with an @")).toBeTruthy();
  expect(field("Email").getAttribute("aria-invalid")).toBe("true");
});

test("WIZ-07 what the server refused stands beside its field", () => {
  show(false, { email: "This address cannot be written to." });
  expect(screen.getByText("This address cannot be written to.")).toBeTruthy();
});

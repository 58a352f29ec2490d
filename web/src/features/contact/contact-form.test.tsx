import { readFileSync } from "node:fs";
import { valibotResolver } from "@hookform/resolvers/valibot";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { flatten, safeParse } from "valibot";
import { expect, test, vi } from "vitest";
import { m } from "#paraglide/messages.js";
import { ContactForm, contactSchema } from "./contact-form.tsx";

const ADA = { name: "Ada Lovelace", phone: "(713) 555-0101", email: "ada@example.org" };
const onReminder = vi.fn();
const onEmailLeft = vi.fn();

function Form({ onSend }: { onSend?: (contact: typeof ADA) => void }) {
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(contactSchema),
    defaultValues: { name: "", phone: "", email: "" },
    mode: "onTouched",
  });
  return (
    <form onSubmit={handleSubmit((contact) => onSend?.(contact))} noValidate>
      <ContactForm
        control={control}
        reminder={{ isWanted: false, onChange: onReminder, onEmailLeft }}
      />
      <button type="submit">Send</button>
    </form>
  );
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const errorsOf = (contact: typeof ADA) => {
  const { issues } = safeParse(contactSchema, contact, { abortPipeEarly: true });
  return issues ? flatten<typeof contactSchema>(issues).nested : {};
};

test("WIZ-05.7 untouched no error shows, checked it names what is missing beside it", async () => {
  render(<Form />);

  const tokens = ["Full name", "Mobile phone", "Email"].map((label) => field(label).autocomplete);
  expect(tokens).toEqual(["name", "tel", "email"]);
  const hint = field("Mobile phone").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(hint)?.textContent).toMatch(
    /agree to texts about this appointment.*STOP/,
  );
  await userEvent.click(field("Full name"));
  await userEvent.tab();
  expect(screen.queryByText(/Please enter/)).toBeNull();

  await userEvent.click(screen.getByRole("button"));
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: m.contact_reminder() });

  for (const words of [
    "Please enter your name",
    "Please enter your phone number",
    "Please enter your email",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(document.activeElement).toBe(field("Full name"));
  expect([box.checked, box.required]).toEqual([false, false]);
});

test("the keyboard's Next key goes from the name to the phone and to the email", async () => {
  render(<Form />);

  await userEvent.type(field("Full name"), "Ada{Enter}");
  expect(document.activeElement).toBe(field("Mobile phone"));
  await userEvent.keyboard("7135550101{Enter}");

  expect(document.activeElement).toBe(field("Email"));
  expect(screen.queryByText(/Please enter/)).toBeNull();
});

test.each(["Full name", "Mobile phone", "Email"])(
  "Enter in a full form's %s submits it",
  async (name) => {
    const onSend = vi.fn();
    render(<Form onSend={onSend} />);
    await userEvent.type(field("Full name"), ADA.name);
    await userEvent.type(field("Mobile phone"), ADA.phone);
    await userEvent.type(field("Email"), ADA.email);

    await userEvent.type(field(name), "{Enter}");

    expect(onSend).toHaveBeenCalledExactlyOnceWith(ADA);
  },
);

test("the reminder is agreed to in the words that the server keeps", () => {
  const reminders = readFileSync("../api/standby/workflows/reminders.py", "utf8");

  expect(reminders).toContain(`RECOVERY_CONSENT: Final = _("${m.contact_reminder()}")`);
});

test("a press on the box alone chooses the reminder; a left email is told", async () => {
  onEmailLeft.mockClear();
  render(<Form />);
  await userEvent.type(field("Full name"), "Ada");
  await userEvent.type(field("Mobile phone"), "7135550101");
  await userEvent.type(field("Email"), "ada.example.org");
  expect(field("Mobile phone").value).toBe("(713) 555-0101");
  expect(screen.queryByText(/with an @/)).toBeNull();
  for (const handler of [onReminder, onEmailLeft]) expect(handler).not.toHaveBeenCalled();

  await userEvent.tab();
  expect(onEmailLeft).toHaveBeenCalledOnce();
  expect(
    await screen.findByText("Please enter a whole email address, such as name@example.com"),
  ).toBeTruthy();
  expect(field("Email").getAttribute("aria-invalid")).toBe("true");

  await userEvent.click(screen.getByRole("checkbox"));
  expect(onReminder).toHaveBeenCalledExactlyOnceWith(true);
});

test.each([
  ["17135550123", "(713) 555-0123"],
  ["+1 713 555 0199", "(713) 555-0199"],
  ["+44 20 7946 0958", "+44 20 7946 0958"],
])(
  "A11Y-01.2 %s is left alone while it is typed, and %s when the field is left",
  async (typed, shown) => {
    render(<Form />);

    await userEvent.type(field("Mobile phone"), typed);
    expect(field("Mobile phone").value).toBe(typed);
    await userEvent.tab();

    expect(field("Mobile phone").value).toBe(shown);
  },
);

test("A11Y-01.2 a phone number that is pasted or filled in is formatted at once", async () => {
  render(<Form />);

  await userEvent.click(field("Mobile phone"));
  await userEvent.paste("+17135550123");

  expect(field("Mobile phone").value).toBe("(713) 555-0123");
});

test.each([
  ["800-555-0123", true],
  ["+44 20 7946 0958", true],
  ["(713) 555-0101", false],
  ["(281) 555-7402 x123", false],
  ["800-555", false],
])("CONTACT-01.2 texts cannot reach %s is said while it is typed: %s", async (typed, isSaid) => {
  render(<Form />);
  await userEvent.type(field("Mobile phone"), typed);
  expect(screen.queryByText("Texts (SMS) can’t reach this number.") !== null).toBe(isSaid);
});

test("a full contact has no errors", () => {
  expect(errorsOf(ADA)).toEqual({});
});

test.each(["name", "phone", "email"] as const)("the contact needs the %s", (name) => {
  expect(Object.keys(errorsOf({ ...ADA, [name]: "  " }) ?? {})).toEqual([name]);
});

test("WIZ-08.6 the email must contain '@'", () => {
  expect(errorsOf({ ...ADA, email: "ada.example.org" })).toEqual({
    email: ["Please enter a whole email address, such as name@example.com"],
  });
  expect(errorsOf({ ...ADA, email: "dorothy@x" })).toEqual({
    email: ["Please enter a whole email address, such as name@example.com"],
  });
  expect(errorsOf({ ...ADA, email: "a@b.co" })).toEqual({});
});

test.each([
  ["713 555 0101", undefined],
  ["+1 713.555.0101", undefined],
  ["(713) 555-010", ["Please enter a 10-digit phone number"]],
  ["555-0101", ["Please enter a 10-digit phone number"]],
  ["(281) 555-7402 x123", undefined],
  ["000-000-0000", ["No phone has this number. Please check its digits."]],
  ["(713) 055-0100", ["No phone has this number. Please check its digits."]],
  ["(911) 555-0100", ["No phone has this number. Please check its digits."]],
])("a phone has ten digits, however they are written: %s", (phone, errors) => {
  expect(errorsOf({ ...ADA, phone })?.phone).toEqual(errors);
});

import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Modal } from "#ui/modal.tsx";

function Explained() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Explain
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title="How prices are made">
        By distance.
      </Modal>
    </>
  );
}

async function opened() {
  render(<Explained />);
  await userEvent.click(screen.getByRole("button", { name: "Explain" }));
  return screen.getByRole<HTMLDialogElement>("dialog", { name: "How prices are made" });
}

test("it closes on Close, on Escape and on a press beside its sheet", async () => {
  const dialog = await opened();
  expect(dialog.open).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(dialog.open).toBe(false);
  expect(screen.queryByText("By distance.")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Explain" }));
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
  expect(screen.queryByText("By distance.")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Explain" }));
  await userEvent.click(screen.getByText("By distance."));
  expect(dialog.open).toBe(true);

  fireEvent.click(dialog);
  expect(dialog.open).toBe(false);
});

import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { lacksKey, PlacesKeyPrompt } from "./energy-dialog.tsx";

const KEY = `AIza${"x".repeat(35)}`;

test("REC-01.4 the prompt is in Spanish, with a help toggle", () => {
  const { container } = render(<PlacesKeyPrompt apiKey={null} onKey={vi.fn()} />);
  const toggle = screen.getByRole("button", { name: "¿Cómo consigo una clave?" });
  expect(container.querySelector("[lang=es]")).toBeTruthy();
  expect(screen.getByText(/Places API \(New\)/).closest("[hidden]")).toBeTruthy();

  fireEvent.click(toggle);

  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByText(/Places API \(New\)/).closest("[hidden]")).toBeNull();
  expect(toggle.textContent).toBe("Ocultar la ayuda");
});

test("a key is used and forgotten, never stored; what is not a key is refused", () => {
  const onKey = vi.fn();
  const { rerender } = render(<PlacesKeyPrompt apiKey={null} onKey={onKey} />);
  const use = () => fireEvent.click(screen.getByRole("button", { name: "Usar esta clave" }));
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText("Tu clave de API"), { target: { value } });

  type("my password");
  use();
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.getByText(/empieza por AIza/)).toBeTruthy();

  type(KEY);
  use();
  expect(onKey).toHaveBeenLastCalledWith(KEY);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("AIza");

  rerender(<PlacesKeyPrompt apiKey={KEY} onKey={onKey} />);
  fireEvent.click(screen.getByRole("button", { name: "Olvidar la clave" }));
  expect(onKey).toHaveBeenLastCalledWith(null);
});

test("REC-01.4 a key is asked for where Google needs one and the browser has none", () => {
  expect(lacksKey(null, true)).toBe(false);
  expect(lacksKey({ provider: "offline", browser_key: false }, false)).toBe(false);
  expect(lacksKey({ provider: "offline", browser_key: false }, true)).toBe(true);
  expect(lacksKey({ provider: "google", browser_key: false }, false)).toBe(true);
  expect(lacksKey({ provider: "google", browser_key: true }, true)).toBe(false);
});

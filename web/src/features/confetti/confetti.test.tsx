import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Confetti } from "./confetti.tsx";

function show({ reducedMotion }: { reducedMotion: boolean }) {
  const drawing = vi.spyOn(globalThis, "requestAnimationFrame").mockReturnValue(1);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    return { canvas: this } as unknown as CanvasRenderingContext2D;
  } as never);
  vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
  const { container } = render(<Confetti />);
  return { drawing, canvas: container.querySelector("canvas") };
}

test.each([
  ["once", false, 1],
  ["not for those who asked for less motion", true, 0],
])("VPS-01.3 confetti is decoration, hidden from readers, thrown %s", (_, reducedMotion, times) => {
  const { drawing, canvas } = show({ reducedMotion });

  expect(drawing).toHaveBeenCalledTimes(times);
  if (times) expect(canvas?.parentElement?.getAttribute("aria-hidden")).toBe("true");
});

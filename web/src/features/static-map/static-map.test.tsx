import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { StaticMap } from "./static-map.tsx";

const HOME = "9 Grogans Mill Rd, The Woodlands, TX 77380";

test("ADDR-05.2 'Cargando ubicación...' without an address, then the picture as specified", () => {
  const { rerender } = render(<StaticMap address={null} />);
  expect(screen.getByText("Cargando ubicación...")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();

  rerender(<StaticMap address={HOME} />);
  const picture = screen.getByRole("img");
  const source = new URL(picture.getAttribute("src") ?? "", "http://site.test");
  expect(source.pathname).toBe("/api/map-static");
  expect(Object.fromEntries(source.searchParams)).toEqual({
    center: HOME,
    zoom: "18",
    size: "640x400",
    scale: "2",
    maptype: "roadmap",
  });
  expect(picture.getAttribute("alt")).toBe(
    `Map for ${HOME}. Without a pin, it shows the area we serve.`,
  );
  expect(screen.getByText("Cargando ubicación...")).toBeTruthy();
  fireEvent.load(picture);
  expect(screen.queryByText("Cargando ubicación...")).toBeNull();
});

test("ADDR-05.2 a picture that fails says 'Error al cargar el mapa.'", () => {
  render(<StaticMap address={HOME} />);

  fireEvent.error(screen.getByRole("img"));

  expect(screen.getByText("Error al cargar el mapa.")).toBeTruthy();
});

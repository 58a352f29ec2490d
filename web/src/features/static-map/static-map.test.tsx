import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { StaticMap } from "./static-map.tsx";

const HOME = "9 Grogans Mill Rd, The Woodlands, TX 77380";

test("ADDR-05.2 without an address the map says 'Cargando ubicación...'", () => {
  render(<StaticMap address={null} />);

  expect(screen.getByText("Cargando ubicación...")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

test("asks for the picture as specified: zoom 18, 640x400, scale 2, roadmap", () => {
  render(<StaticMap address={HOME} />);

  const source = new URL(screen.getByRole("img").getAttribute("src") ?? "", "http://site.test");
  expect(source.pathname).toBe("/api/map-static");
  expect(Object.fromEntries(source.searchParams)).toEqual({
    center: HOME,
    zoom: "18",
    size: "640x400",
    scale: "2",
    maptype: "roadmap",
  });
});

test("the map is told in words that stay true when the address was not found", () => {
  render(<StaticMap address={HOME} />);

  expect(screen.getByRole("img").getAttribute("alt")).toBe(
    `Map for ${HOME}. Without a pin, it shows the area we serve.`,
  );
});

test("the loading words leave when the picture is there", () => {
  render(<StaticMap address={HOME} />);
  expect(screen.getByText("Cargando ubicación...")).toBeTruthy();

  fireEvent.load(screen.getByRole("img"));

  expect(screen.queryByText("Cargando ubicación...")).toBeNull();
});

test("ADDR-05.2 a picture that fails says 'Error al cargar el mapa.'", () => {
  render(<StaticMap address={HOME} />);

  fireEvent.error(screen.getByRole("img"));

  expect(screen.getByText("Error al cargar el mapa.")).toBeTruthy();
});

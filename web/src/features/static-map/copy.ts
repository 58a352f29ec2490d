/** The words of the map picture, as the specification gives them (section 8). */
export const copy = {
  loading: "Cargando ubicación...",
  failed: "Error al cargar el mapa.",
  /** What cannot be found has no pin: the picture then shows where we work. */
  alt: (address: string) => `Map for ${address}. Without a pin, it shows the area we serve.`,
} as const;

export const copy = {
  loading: "Cargando ubicación...",
  failed: "Error al cargar el mapa.",
  /** An address that cannot be geocoded has no pin: the picture then shows our area. */
  alt: (address: string) => `Map for ${address}. Without a pin, it shows the area we serve.`,
} as const;

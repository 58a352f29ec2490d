/** The words of the map picture, as the specification gives them (section 8). */
export const copy = {
  loading: "Cargando ubicación...",
  failed: "Error al cargar el mapa.",
  alt: (address: string) => `Map around ${address}`,
} as const;

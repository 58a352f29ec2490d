export const copy = {
  map: "Map of the ZIP codes we cover",
  demandMap: "Map of what we cover and of what is wanted elsewhere",
  loading: (percent: number) => `Loading the map ${percent}%`,
  failed: "Failed to load coverage map. Please try again later.",
  approximate: "Approximate",
  check: "Check my address",
  close: "Close",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  googleFailed: "Failed to load Google Maps API - check console for specific error code",
} as const;

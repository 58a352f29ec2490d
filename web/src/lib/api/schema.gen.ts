export type paths = Record<string, never>;
export type components = { schemas: Record<string, never> };

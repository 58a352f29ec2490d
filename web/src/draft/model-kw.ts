/** The size behind a model number, when only the number is known (spec §3). */
const KW_BY_MODEL: Record<string, number> = { "7228": 18, "7043": 22, "7291": 26 };
const DEFAULT_KW = 18; // spec §3; the server flags an unknown model for review

export const kwForModel = (modelNumber: string): number => KW_BY_MODEL[modelNumber] ?? DEFAULT_KW;

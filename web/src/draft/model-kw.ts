/** kW of a generator when only its model number is known. */
const KW_BY_MODEL: Record<string, number> = { "7228": 18, "7043": 22, "7291": 26 };
const DEFAULT_KW = 18; // the server flags unknown models for staff to check

export const kwForModel = (modelNumber: string): number => KW_BY_MODEL[modelNumber] ?? DEFAULT_KW;

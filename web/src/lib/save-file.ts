import { company } from "#content/company.ts";

/** "standby-orders.csv": a name that tells in a full folder of whom the file is. */
export const companyFileName = (name: string): string =>
  `${company.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}-${name}`;

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), STARTED_WITHIN_MS);
}

const STARTED_WITHIN_MS = 60_000;

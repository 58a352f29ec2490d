/** Structured data of a legal page, together with that of the business (NAV-07.4). */
import { businessData } from "#content/structured-data.ts";
import type { LegalDocument } from "./legal-document.ts";

export function legalData(document: LegalDocument, site: string): object[] {
  return [
    ...businessData(site),
    {
      "@context": "https://schema.org",
      "@type": "WebPage",
      name: document.name,
      description: document.description,
      url: new URL(document.path, site).href,
      dateModified: document.dated.day,
      publisher: { "@id": `${site}#organization` },
      ...(document.version && { version: document.version }),
    },
  ];
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "#api/client.ts";
import { staffFile } from "#api/staff.ts";
import { callStaff, useStaffQuery } from "#api/staff-calls.ts";
import { reload, reloadAfterOrder, staffKeys } from "#api/staff-keys.ts";
import { companyFileName, saveFile } from "#lib/save-file.ts";

export type QuoteRow = Schemas["CustomQuoteRowOut"];
export type CustomQuote = Schemas["CustomQuoteOut"];
export type PhoneAcceptance = Omit<Schemas["AcceptedByPhoneIn"], "if_version">;
export type NewQuote = Schemas["NewCustomQuoteIn"];

export const useQuotes = () =>
  useStaffQuery(staffKeys.quotes.all, "/api/staff/quotes", {}, { staleTime: 0 });

export const useQuote = (id: string) =>
  useStaffQuery(
    staffKeys.quotes.one(id),
    "/api/staff/quotes/{quote_id}",
    { path: { quote_id: id } },
    { staleTime: 0 },
  );

/** Store a draft, or change the quote that was loaded; returns its id. */
export function useSaveQuote(loaded: CustomQuote | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (quote: NewQuote): Promise<string> => {
      if (!loaded) {
        const given = { body: quote };
        const made = await callStaff("post", "/api/staff/quotes", given, { once: "quote" });
        return made.id;
      }
      const { lead: _, ...content } = quote;
      const body = { ...content, if_version: loaded.version };
      const path = { quote_id: loaded.id };
      await callStaff("put", "/api/staff/quotes/{quote_id}", { path, body });
      return loaded.id;
    },
    onSuccess: () => reload(queries, staffKeys.quotes.all),
  });
}

/** Load the quote as a PDF and save it. */
export const useQuotePdf = ({ id, version }: Pick<CustomQuote, "id" | "version">) =>
  useMutation({
    mutationFn: () => staffFile(`/api/staff/quotes/${id}/pdf`),
    onSuccess: (pdf) => saveFile(pdf, companyFileName(`quote-${id.slice(0, 8)}-${version}.pdf`)),
  });

export function useSendQuote({ id, version }: Pick<CustomQuote, "id" | "version">) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callStaff("post", "/api/staff/quotes/{quote_id}/send", {
        path: { quote_id: id },
        body: { if_version: version },
      }),
    onSettled: () => void reload(queries, staffKeys.quotes.all, staffKeys.leads.all),
  });
}

/** The customer said yes on the phone. Pressed again after a lost response, it makes one order. */
export function useAcceptByPhone({ id, version }: Pick<CustomQuote, "id" | "version">) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: PhoneAcceptance) =>
      callStaff(
        "post",
        "/api/staff/quotes/{quote_id}/accept",
        { path: { quote_id: id }, body: { ...choice, if_version: version } },
        { once: `quote ${id}` },
      ),
    onSettled: () => {
      void reload(queries, staffKeys.quotes.all);
      void reloadAfterOrder(queries);
    },
  });
}

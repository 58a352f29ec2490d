import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import { staff, staffFile } from "#api/staff.ts";
import { reload, reloadAfterOrder, staffKeys } from "#api/staff-keys.ts";
import { companyFileName, saveFile } from "#lib/save-file.ts";

export type QuoteRow = Schemas["CustomQuoteRowOut"];
export type CustomQuote = Schemas["CustomQuoteOut"];
export type PhoneAcceptance = Omit<Schemas["AcceptedByPhoneIn"], "seen_version">;
export type NewQuote = Schemas["NewCustomQuoteIn"];

const of = (quote_id: string) => ({ path: { quote_id } });

export const useQuotes = () =>
  useQuery({
    queryKey: staffKeys.quotes.all,
    queryFn: () => unwrap(staff.GET("/api/staff/quotes")),
    staleTime: 0,
  });

export const useQuote = (id: string) =>
  useQuery({
    queryKey: staffKeys.quotes.one(id),
    queryFn: () => unwrap(staff.GET("/api/staff/quotes/{quote_id}", { params: of(id) })),
    staleTime: 0,
  });

/** Store a draft, or change the quote that was loaded; returns its id. */
export function useSaveQuote(loaded: CustomQuote | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (quote: NewQuote): Promise<string> => {
      if (!loaded) {
        const made = await sendOnce("quote", quote, (params, body) =>
          unwrap(staff.POST("/api/staff/quotes", { params, body })),
        );
        return made.id;
      }
      const { lead: _, ...content } = quote;
      const body = { ...content, seen_version: loaded.version };
      await unwrap(staff.PUT("/api/staff/quotes/{quote_id}", { params: of(loaded.id), body }));
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
      unwrap(
        staff.POST("/api/staff/quotes/{quote_id}/send", {
          params: of(id),
          body: { seen_version: version },
        }),
      ),
    onSettled: () => void reload(queries, staffKeys.quotes.all, staffKeys.leads.all),
  });
}

/** The customer said yes on the phone. Pressed again after a lost response, it makes one order. */
export function useAcceptByPhone({ id, version }: Pick<CustomQuote, "id" | "version">) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: PhoneAcceptance) =>
      sendOnce(`quote ${id}`, { ...choice, seen_version: version }, (params, body) =>
        unwrap(
          staff.POST("/api/staff/quotes/{quote_id}/accept", {
            params: { ...of(id), ...params },
            body,
          }),
        ),
      ),
    onSettled: () => {
      void reload(queries, staffKeys.quotes.all);
      void reloadAfterOrder(queries);
    },
  });
}

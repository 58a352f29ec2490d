import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type EraseInput, staffCustomers } from "#lib/api/staff-customers.ts";

export const useCustomerSearch = (asked: string) =>
  useQuery({
    queryKey: ["customers", asked],
    queryFn: asked ? () => staffCustomers.find(asked) : skipToken,
  });

export const useCustomer = (id: string) =>
  useQuery({ queryKey: ["customer", id], queryFn: () => staffCustomers.customer(id) });

/** Erase a customer. Every cached query about them is removed too. */
export function useErase() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: EraseInput) => staffCustomers.erase(asked),
    onSuccess: () => {
      for (const name of ["customers", "customer", "orders", "order"])
        queries.removeQueries({ queryKey: [name] });
    },
  });
}

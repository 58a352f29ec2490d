import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type EraseInput, staffCustomers } from "#api/staff-customers.ts";

export const useCustomerSearch = (query: string) =>
  useQuery({
    queryKey: ["customers", query],
    queryFn: query ? () => staffCustomers.find(query) : skipToken,
  });

export const useCustomer = (id: string) =>
  useQuery({ queryKey: ["customer", id], queryFn: () => staffCustomers.customer(id) });

/** Erase a customer. Every cached query about them is removed too. */
export function useErase() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: EraseInput) => staffCustomers.erase(input),
    onSuccess: () => {
      for (const name of ["customers", "customer", "orders", "order"])
        queries.removeQueries({ queryKey: [name] });
    },
  });
}

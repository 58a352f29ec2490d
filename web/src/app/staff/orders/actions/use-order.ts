import { useQuery } from "@tanstack/react-query";
import { staffOrders } from "#api/staff-orders.ts";

export const orderKey = (id: string) => ["order", id] as const;

export const useOrder = (id: string) =>
  useQuery({ queryKey: orderKey(id), queryFn: () => staffOrders.order(id), staleTime: 0 });

export const useOrderMoney = (id: string) =>
  useQuery({
    queryKey: [...orderKey(id), "money"],
    queryFn: () => staffOrders.money(id),
    staleTime: 0,
  });

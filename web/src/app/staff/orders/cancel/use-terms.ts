import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Rule, staffOrders } from "#api/staff-orders.ts";
import { orderKey } from "../actions/use-order.ts";
import { centsIn } from "../money/cents.ts";

// Rules under which the cost of ordered equipment or finished work is kept.
const WITH_COSTS = new Set<Rule>(["after_three_days", "unreasonable_delay"]);

/** Cancellation terms of an order; the rule that applies today, until another is chosen. */
export function useTerms(orderId: string) {
  const [chosen, setChosen] = useState<Rule | null>(null);
  const [costs, setCosts] = useState("");
  const costsCents = costs.trim() === "" ? 0 : centsIn(costs);
  const termsQuery = useQuery({
    queryKey: [...orderKey(orderId), "cancellation", costsCents ?? 0],
    queryFn: () => staffOrders.cancellation(orderId, costsCents ?? 0),
    placeholderData: keepPreviousData,
  });
  const choices = termsQuery.data?.choices ?? [];
  const today = choices.find(({ is_todays }) => is_todays);
  const terms = choices.find(({ rule }) => rule === chosen) ?? today ?? null;

  return {
    asked: termsQuery,
    choices,
    today,
    terms,
    choose: setChosen,
    costs,
    setCosts,
    costsCents,
    hasCosts: terms !== null && WITH_COSTS.has(terms.rule),
    /** True when the figures match the current choice and input. */
    isSettled: terms !== null && !termsQuery.isPlaceholderData && costsCents !== null,
  };
}

/** Renders a part of the application with its query cache, empty and without retries, for tests. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { queryClient } from "./query-client.ts";

export function renderInApp(screen: ReactNode) {
  const { queries, mutations } = queryClient.getDefaultOptions();
  queryClient.clear();
  queryClient.setDefaultOptions({
    queries: { ...queries, retry: false },
    mutations: { ...mutations, retry: false },
  });
  return render(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>);
}

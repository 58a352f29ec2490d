import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Reschedule } from "#features/appointment/reschedule.tsx";

/** The calendar's memory; it comes with the dialog, so that the page itself stays light. */
export const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });

export const RescheduleDialog = (props: ComponentProps<typeof Reschedule>) => (
  <QueryClientProvider client={queries}>
    <Reschedule {...props} />
  </QueryClientProvider>
);

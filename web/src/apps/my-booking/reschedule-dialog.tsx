import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Reschedule } from "#features/appointment/reschedule.tsx";

/**
 * Query cache of the calendar. It is loaded with the dialog, so that the page itself stays small.
 */
export const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });

export const RescheduleDialog = (props: ComponentProps<typeof Reschedule>) => (
  <QueryClientProvider client={queries}>
    <Reschedule {...props} />
  </QueryClientProvider>
);

import { useQuery } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { ofAddress } from "#api/my-booking.ts";
import type { Key } from "#api/query-keys.ts";
import { PhoneHandoff, useIsOnComputer } from "#ui/phone-handoff.tsx";

type BookingHandoffProps = {
  page: NonNullable<Schemas["AccessLinkIn"]["page"]>;
  text: string;
};

/**
 * On a computer, hands this browser's booking over to a phone. Nothing when its link cannot be made:
 * it is in the messages too.
 */
export function BookingHandoff({ page, text }: BookingHandoffProps) {
  const isOnComputer = useIsOnComputer();
  const { data, isError } = useQuery({
    queryKey: ["access-link", page, ofAddress().order] satisfies Key,
    queryFn: () =>
      unwrap(
        api.POST("/api/my-booking/access-link", {
          body: { page },
          params: { query: ofAddress() },
        }),
      ),
    enabled: isOnComputer,
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (isError) return null;
  return <PhoneHandoff text={text} url={data?.url ?? null} />;
}

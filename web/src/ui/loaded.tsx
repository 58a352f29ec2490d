import type { ReactNode } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type LoadedProps<T> = {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  loading: string;
  failed: string;
  children: (data: T) => ReactNode;
};

/** Render a query's data; until then the loading text, or the failure with a retry button. */
export function Loaded<T>({ query, loading, failed, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <p role="status">{loading}</p>;
  const again = (
    <Button variant="outline" onClick={() => void query.refetch()}>
      {m.try_again()}
    </Button>
  );
  return (
    <Notice tone="danger" action={again}>
      {failed}
    </Notice>
  );
}

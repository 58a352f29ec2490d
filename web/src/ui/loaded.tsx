import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type LoadedProps<T> = {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  words: { loading: string; failed: string; tryAgain: string };
  children: (data: T) => ReactNode;
};

/** Render a query's data; until then the loading text, or the failure with a retry button. */
export function Loaded<T>({ query, words, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <p role="status">{words.loading}</p>;
  const again = (
    <Button variant="outline" onClick={() => void query.refetch()}>
      {words.tryAgain}
    </Button>
  );
  return (
    <Notice tone="danger" action={again}>
      {words.failed}
    </Notice>
  );
}

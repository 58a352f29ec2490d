import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Loaded as LoadedAnswer } from "#ui/use-loading.ts";

type LoadedProps<T> = {
  of: LoadedAnswer<T>;
  words: { loading: string; failed: string; tryAgain: string };
  children: (data: T) => ReactNode;
};

/** Render loaded data; until then the loading text, or the failure with a retry button. */
export function Loaded<T>({ of: { data, failure, load }, words, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (failure === null) return <p role="status">{words.loading}</p>;
  const again = (
    <Button variant="outline" onClick={() => load()}>
      {words.tryAgain}
    </Button>
  );
  return (
    <Notice tone="danger" action={again}>
      {words.failed}
    </Notice>
  );
}

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/screen.tsx";

type Page<Row> = { items: Row[] };
type PagedRowsProps<Row> = {
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  children: (row: Row) => ReactNode;
};

/** Rows that come in pages, newest first, and the press that asks for older ones. */
export function PagedRows<Row>({ query, children }: PagedRowsProps<Row>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <Spinner label={m.staff_loading()} />}
      {data && rows.length === 0 && <p className="text-quiet">{m.staff_inbox_none()}</p>}
      <ul className="grid list-none gap-2 p-0">{rows.map(children)}</ul>
      {hasNextPage && (
        <div>
          <Button
            variant="outline"
            size="sm"
            busy={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {m.staff_inbox_older()}
          </Button>
        </div>
      )}
    </>
  );
}

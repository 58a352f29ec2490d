import type { ReactNode } from "react";
import { StaffProblem } from "../../shell/staff-problem.tsx";
import { actWords as words } from "./copy.ts";

type LoadedPartProps<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
};

/** Render a loaded part of the page; until then the loading state or the failure. */
export function LoadedPart<T>({ query, children }: LoadedPartProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return <p role="status">{words.loading}</p>;
  return <StaffProblem problem={error} onAgain={() => void refetch()} />;
}

import type { ReactNode } from "react";
import { StaffProblem } from "../../shell/staff-problem.tsx";
import { actWords as words } from "./copy.ts";

type LoadedPartProps<T> = {
  asked: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
};

/** What a part of the page shows once it is here; until then that it loads, or why it does not. */
export function LoadedPart<T>({ asked, children }: LoadedPartProps<T>) {
  const { data, error, refetch } = asked;
  if (data !== undefined) return children(data);
  if (!error) return <p role="status">{words.loading}</p>;
  return <StaffProblem problem={error} onAgain={() => void refetch()} />;
}

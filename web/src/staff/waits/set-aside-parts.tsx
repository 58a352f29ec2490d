/** What a message and a report of the card provider that were set aside have in common on the screen. */
import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { Download } from "../shell/download.tsx";
import { StaffProblem } from "../shell/screen.tsx";

/** Its contents below its row, once they are wanted; `label` names the row for screen readers. */
export function Look({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        {m.staff_inbox_look()}
      </Button>
      {isOpen && <div className="grid w-full gap-3 text-sm">{children}</div>}
    </>
  );
}

type ContentsProps<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (loaded: T) => ReactNode;
};

/** What was set aside, once it is loaded. */
export function Contents<T>({ query: { data, error, refetch }, children }: ContentsProps<T>) {
  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  if (!data) return <Spinner label={m.staff_loading()} />;
  return children(data);
}

type Result = { verdict: string; reason: string };

type SettlingProps<Given> = {
  /** What both calls are given. */
  given: Given;
  /** Null where its original is not here any more. */
  original: { fileName: string; load: () => Promise<Blob> } | null;
  mayIgnore: boolean;
  again: UseMutationResult<Result, Error, Given>;
  ignoring: UseMutationResult<unknown, Error, Given>;
  /** Titles of the toasts: it was taken now, or is still set aside. */
  titles: { taken: string; still: string };
};

/** Try it again, look at the original, or ignore it. */
export function Settling<Given>(props: SettlingProps<Given>) {
  const { given, original, mayIgnore, again, ignoring, titles } = props;
  const toast = useToast();
  const tryAgain = () =>
    again.mutate(given, {
      onSuccess: ({ verdict, reason }) =>
        toast(
          verdict === "taken"
            ? { title: titles.taken, tone: "success" }
            : { title: titles.still, text: reason, tone: "warning" },
        ),
    });
  const error = again.error ?? ignoring.error;
  return (
    <div className="flex flex-wrap gap-2">
      {original && (
        <>
          <Button variant="outline" size="sm" busy={again.isPending} onClick={tryAgain}>
            {m.staff_inbox_again()}
          </Button>
          <Download label={m.staff_inbox_original()} {...original} />
        </>
      )}
      {mayIgnore && (
        <Button
          variant="outline"
          size="sm"
          busy={ignoring.isPending}
          onClick={() => ignoring.mutate(given)}
        >
          {m.staff_inbox_ignore()}
        </Button>
      )}
      {error && <StaffProblem problem={error} />}
    </div>
  );
}

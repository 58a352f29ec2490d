/** What the sections of the settings share: saving, what went wrong, and who changed what. */

import {
  type UseMutationResult,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { FormEventHandler, ReactNode } from "react";
import { Problem, type Schemas } from "#api/client.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { useMay } from "../session/me.tsx";
import { StaffProblem } from "../shell/screen.tsx";

export type Change = Schemas["SettingsChangeOut"];

/**
 * A section's settings. They are read once: what is being typed must not be replaced by what
 * somebody else saves meanwhile; the server refuses the second save and says so.
 */
export const useSettings = <T,>(name: string, load: () => Promise<T>) =>
  useQuery({
    queryKey: staffKeys.settings.section(name),
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** What follows a save: the section is shown as it is now, and a toast says so. */
export function useSettingsSaved(name: string, { isCompany = false } = {}) {
  const queries = useQueryClient();
  const toast = useToast();
  return (saved: object) => {
    queries.setQueryData(staffKeys.settings.section(name), saved);
    toast({
      title: isCompany ? m.staff_company_saved() : m.staff_settings_saved(),
      tone: "success",
    });
  };
}

type SettingsProps<T> = {
  query: UseQueryResult<T>;
  children: (settings: T) => ReactNode;
};

/** The section once its settings are there. */
export function Settings<T>({ query, children }: SettingsProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return <StaffProblem problem={query.error} onAgain={() => void query.refetch()} />;
  }
  return <Spinner label={m.staff_loading()} />;
}

type SettingsFormProps = {
  id: string;
  title: string;
  note?: ReactNode;
  saving: Pick<UseMutationResult, "error" | "isPending">;
  onSubmit: FormEventHandler;
  /** Read what is saved now, after somebody else has saved. */
  onLookAgain: () => void;
  children: ReactNode;
};

/** A form with one button; without the permission its fields are to be read only. */
export function SettingsForm({
  id,
  title,
  note,
  saving,
  onSubmit,
  onLookAgain,
  children,
}: SettingsFormProps) {
  const mayChange = useMay("change_catalog");
  const { error } = saving;
  const isOvertaken = error instanceof Problem && error.code === "settings_changed_meanwhile";

  return (
    <Panel id={id} title={title} size="sm">
      {note && <p className="text-quiet">{note}</p>}
      {!mayChange && <Notice>{m.staff_settings_read_only()}</Notice>}
      <form className="grid max-w-180 gap-4" onSubmit={onSubmit} noValidate>
        <fieldset className="grid min-w-0 gap-4" disabled={!mayChange}>
          {children}
        </fieldset>
        {error && <StaffProblem problem={error} onAgain={isOvertaken ? onLookAgain : undefined} />}
        {mayChange && (
          <div>
            <Button
              type="submit"
              variant="cta-green"
              size="md"
              busy={saving.isPending}
              busyLabel={m.staff_account_saving()}
            >
              {m.staff_account_save()}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}

type ChangesProps = {
  changes: readonly Change[];
  labelOf: (name: string) => string;
  /** Of the second history on a page. */
  id?: string;
  title?: string;
};

/** Who changed what, newest first. */
export const Changes = ({
  changes,
  labelOf,
  id = "history",
  title = m.staff_settings_history(),
}: ChangesProps) => (
  <Panel id={id} title={title} size="sm">
    {changes.length === 0 && <p className="text-quiet">{m.staff_settings_no_history()}</p>}
    <ol className="grid gap-3">
      {changes.map(({ at, who, before, after }) => (
        <li key={at} className="grid gap-1 border-b border-line pb-2 last:border-none">
          <p className="text-quiet">
            <time dateTime={at}>{dayAndTimeOf(at)}</time>, {who}
          </p>
          <ul className="grid gap-0.5 wrap-anywhere">
            {Object.keys(after).map((name) => (
              <li key={name}>
                {m.staff_settings_changed({
                  name: labelOf(name),
                  before: inWords(before[name]),
                  after: inWords(after[name]),
                })}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  </Panel>
);

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return m.staff_settings_not_set();
  if (Array.isArray(value)) return value.map(inWords).join("; ") || m.staff_settings_not_set();
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, part]) => `${name} ${inWords(part)}`)
      .join(", ");
  }
  return String(value);
}

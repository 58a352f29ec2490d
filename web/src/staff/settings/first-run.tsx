import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Schemas } from "#api/client.ts";
import { callStaff, useStaffQuery } from "#api/staff-calls.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Panel } from "#ui/panel.tsx";
import { useMay } from "../session/me.tsx";
import { StaffProblem } from "../shell/screen.tsx";

export type FirstRun = Schemas["FirstRunOut"];
type Step = FirstRun["steps"][number];

const ORDER_PAGE = "/order";
const places: Record<Step["step"], string> = {
  company: "/settings/company",
  license: "/settings/company",
  phone: "/settings/company",
  hours: "/settings/company",
  crews: "/settings/calendar",
  technicians: "/board",
  terms: "/settings/terms",
  prices: "/settings/more",
  coverage: "/settings/more",
  staff: "/settings/staff",
  mail: "/settings/connections",
  texts: "/settings/connections",
  cards: "/settings/connections",
  maps: "/settings/connections",
  test_order: ORDER_PAGE,
};

const useFirstRun = (enabled: boolean) =>
  useStaffQuery(
    staffKeys.settings.section("first-run"),
    "/api/staff/settings/first-run",
    {},
    { enabled },
  );

/**
 * What is left to do from the first sign-in to a test order (OPS-14.5): on the first screen until it
 * is done or hidden, for those who can change the settings.
 */
export function FirstRunChecklist() {
  const mayChange = useMay("change_catalog");
  const { data } = useFirstRun(mayChange);

  if (!data || data.is_hidden || data.steps.every(({ is_done }) => is_done)) return null;
  return <Checklist firstRun={data} />;
}

/** The same under Settings, also when it is hidden elsewhere. */
export function FirstRunSection() {
  const { data, error, refetch } = useFirstRun(true);
  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  return data ? <Checklist firstRun={data} /> : null;
}

function Checklist({ firstRun }: { firstRun: FirstRun }) {
  const queries = useQueryClient();
  const mayChange = useMay("change_catalog");
  const { version, steps, is_hidden } = firstRun;
  const ticked = steps.filter(({ is_ticked }) => is_ticked).map(({ step }) => step);
  const left = steps.filter(({ is_done }) => !is_done).length;
  const saving = useMutation({
    mutationFn: (marks: { ticked: Step["step"][]; is_hidden: boolean }) =>
      callStaff("put", "/api/staff/settings/first-run", { body: { version, ...marks } }),
    onSuccess: (saved) => queries.setQueryData(staffKeys.settings.section("first-run"), saved),
    onError: () => void reload(queries, staffKeys.settings.section("first-run")),
  });
  const toggle = ({ step, is_ticked }: Step) =>
    saving.mutate({
      ticked: is_ticked ? ticked.filter((other) => other !== step) : [...ticked, step],
      is_hidden,
    });

  return (
    <Panel
      id="first-run"
      title={m.staff_first_run_title()}
      size="sm"
      badge={
        <Badge tone={left === 0 ? "success" : "info"}>{m.staff_first_run_left({ left })}</Badge>
      }
    >
      <ol className="grid gap-x-6 sm:grid-cols-2">
        {steps.map((each) => (
          <StepRow
            key={each.step}
            {...each}
            onToggle={mayChange ? () => toggle(each) : undefined}
          />
        ))}
      </ol>
      {saving.error && <StaffProblem problem={saving.error} />}
      {mayChange && (
        <div>
          <Button
            variant="outline"
            size="md"
            busy={saving.isPending}
            onClick={() => saving.mutate({ ticked, is_hidden: !is_hidden })}
          >
            {is_hidden ? m.staff_first_run_show() : m.staff_first_run_hide()}
          </Button>
        </div>
      )}
    </Panel>
  );
}

type StepRowProps = Step & { onToggle: (() => void) | undefined };

function StepRow({ step, is_done, is_ticked, onToggle }: StepRowProps) {
  const label = m.staff_first_run_step({ step });
  const look = "flex min-h-target flex-1 items-center font-medium";

  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line">
      <Icon
        name={is_done ? "success" : "info"}
        size="sm"
        className={is_done ? "text-success" : "text-quiet"}
      />
      {step === "test_order" ? (
        <a className={look} href={ORDER_PAGE} target="_blank" rel="noopener">
          {label}
        </a>
      ) : (
        <Link className={look} href={places[step]}>
          {label}
        </Link>
      )}
      <span className="sr-only">
        {is_done ? m.staff_first_run_done() : m.staff_first_run_open()}
      </span>
      {onToggle && (!is_done || is_ticked) && (
        <Button
          variant="outline"
          size="sm"
          aria-label={
            is_ticked
              ? m.staff_first_run_untick_of({ label })
              : m.staff_first_run_tick_of({ label })
          }
          onClick={onToggle}
        >
          {is_ticked ? m.staff_first_run_untick() : m.staff_first_run_tick()}
        </Button>
      )}
    </li>
  );
}

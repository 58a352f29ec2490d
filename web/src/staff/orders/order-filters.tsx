import { useId } from "react";
import { useForm } from "react-hook-form";
import { Link } from "wouter";
import { useStaffMutation, useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { OrderStatus } from "#api/staff-orders.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { FormSelect, FormTextField } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { filterOf, moreFilters, type OrderQuery, useOrderQuery } from "./order-query.ts";
import { chipLook, statusTones } from "./parts.tsx";

const CHIPS: readonly { name: string; asks: Pick<OrderQuery, "status" | "needs"> }[] = [
  { name: m.staff_list_all(), asks: { status: "", needs: "" } },
  { name: m.staff_list_needs_action(), asks: { status: "", needs: "us" } },
  ...(Object.keys(statusTones) as OrderStatus[]).map((status) => ({
    name: m.staff_order_status({ status }),
    asks: { status, needs: "" },
  })),
];

/** Filters of the list: chips for the usual ones, a form for more, and those that were saved. */
export const OrderFilters = () => (
  <>
    <Chips />
    <SavedFilters />
    <MoreFilters />
  </>
);

function Chips() {
  const { query, hrefOf } = useOrderQuery();
  return (
    <nav className="flex flex-wrap gap-1.5" aria-label={m.staff_list_filters()}>
      {CHIPS.map(({ name, asks }) => {
        const isChosen = query.status === asks.status && query.needs === asks.needs;
        return (
          <Link
            key={name}
            className={chipLook(isChosen)}
            href={hrefOf({ ...asks, page: "" })}
            aria-current={isChosen ? "page" : undefined}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

function MoreFilters() {
  const { query } = useOrderQuery();
  const count = moreFilters(query);
  return (
    <details className="rounded-md border border-line bg-surface-raised px-4" open={count > 0}>
      <summary className="min-h-target py-2.5 font-semibold">
        {count > 0 ? m.staff_filter_more_count({ count }) : m.staff_filter_more()}
      </summary>
      {/* A new form when the address changes, with what it filters by. */}
      <FilterForm key={filterOf(query)} />
    </details>
  );
}

const NEXT_ACTIONS = [
  "review_photos",
  "decide_again",
  "make_proposal",
  "name_technician",
  "find_new_date",
  "mark_equipment",
  "mark_installed",
  "follow_up_step",
  "mark_power_on",
  "chase_payment",
  "collect_owed",
  "reach_customer",
  "decide_visit",
  "retry_refund",
  "answer_dispute",
] as const;

const any = { value: "", label: m.staff_filter_any() };

function FilterForm() {
  const { query, change } = useOrderQuery();
  const { data: technicians = [] } = useTechnicians();
  const { control, handleSubmit } = useForm({ defaultValues: query });
  const text = (name: keyof OrderQuery, label: string, type = "text") => (
    <FormTextField {...{ control, name, label, type }} size="sm" autoComplete="off" />
  );
  return (
    <form
      className="grid gap-4 pb-4 text-sm"
      onSubmit={handleSubmit(({ q: _q, sort: _sort, page: _page, ...filters }) => change(filters))}
    >
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <FormSelect
          {...{ control, name: "needs", size: "sm", label: m.staff_filter_needs() }}
          options={[
            any,
            { value: "us", label: m.staff_filter_needs_us() },
            { value: "customer", label: m.staff_filter_needs_customer() },
          ]}
        />
        <FormSelect
          {...{ control, name: "next_action", size: "sm", label: m.staff_filter_next_action() }}
          options={[
            any,
            ...NEXT_ACTIONS.map((action) => ({
              value: action,
              label: m.staff_filter_next_actions({ action }),
            })),
          ]}
        />
        <FormSelect
          {...{ control, name: "technician", size: "sm", label: m.staff_filter_technician() }}
          options={[
            any,
            { value: "none", label: m.staff_unassigned() },
            ...technicians.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <FormSelect
          {...{ control, name: "balance", size: "sm", label: m.staff_filter_balance() }}
          options={[
            any,
            { value: "due", label: m.staff_filter_balance_due() },
            { value: "on_its_way", label: m.staff_money_on_its_way() },
            { value: "credit", label: m.staff_filter_balance_credit() },
          ]}
        />
        {text("from", m.staff_filter_from(), "date")}
        {text("to", m.staff_filter_to(), "date")}
        {text("created_from", m.staff_filter_created_from(), "date")}
        {text("created_to", m.staff_filter_created_to(), "date")}
        {text("place", m.staff_filter_place())}
        {text("least", m.staff_filter_least())}
        {text("most", m.staff_filter_most())}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm">
          {m.staff_filter_show()}
        </Button>
        <Link className="inline-flex min-h-9 items-center px-2" href="/orders">
          {m.staff_filter_clear()}
        </Link>
      </div>
    </form>
  );
}

/** The technicians of the board. */
export const useTechnicians = () =>
  useStaffQuery(
    staffKeys.board.technicians,
    "/api/staff/board",
    { query: { days: 1 } },
    {
      select: ({ technicians }) => technicians.filter(({ is_active }) => is_active),
      staleTime: 60_000,
    },
  );

const RELOADS = { reloads: [staffKeys.orders.savedFilters] };

/** Filters that this person saved: each a link, and the present one can be saved too. */
function SavedFilters() {
  const { query } = useOrderQuery();
  const { data: saved = [] } = useStaffQuery(
    staffKeys.orders.savedFilters,
    "/api/staff/saved-filters",
    {},
  );
  const deleting = useStaffMutation("delete", "/api/staff/saved-filters/{filter_id}", RELOADS);
  const present = filterOf(query);
  const isNew = present !== "" && !saved.some((one) => one.query === present);
  if (saved.length === 0 && !isNew) return null;
  return (
    <section className="flex flex-wrap items-center gap-1.5" aria-label={m.staff_filter_saved()}>
      {saved.map(({ id, name, query: kept }) => (
        <span className="inline-flex items-center" key={id}>
          <Link
            className={chipLook(kept === present)}
            href={`/orders?${kept}`}
            aria-current={kept === present ? "page" : undefined}
          >
            {name}
          </Link>
          {kept === present && (
            <Button
              variant="ghost"
              size="sm"
              busy={deleting.isPending}
              aria-label={m.staff_filter_delete_of({ name })}
              onClick={() => deleting.mutate({ path: { filter_id: id } })}
            >
              {m.staff_filter_delete()}
            </Button>
          )}
        </span>
      ))}
      {isNew && <SaveFilter query={present} />}
    </section>
  );
}

function SaveFilter({ query }: { query: string }) {
  const id = useId();
  const saving = useStaffMutation("post", "/api/staff/saved-filters", RELOADS);
  const { register, handleSubmit } = useForm({ defaultValues: { name: "" } });
  return (
    <form
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={handleSubmit(({ name }) => saving.mutate({ body: { name: name.trim(), query } }))}
    >
      <label className="text-xs text-quiet" htmlFor={id}>
        {m.staff_filter_name()}
      </label>
      <input
        {...register("name", { required: true })}
        className="field-control min-h-9 w-40 px-3 py-1 text-sm"
        id={id}
        maxLength={60}
        autoComplete="off"
        required
      />
      <Button type="submit" variant="outline" size="sm" busy={saving.isPending}>
        {m.staff_filter_save()}
      </Button>
      {saving.error && <StaffProblem problem={saving.error} />}
    </form>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useFieldArray, useForm } from "react-hook-form";
import * as v from "valibot";
import type { Schemas } from "#api/client.ts";
import { callStaff } from "#api/staff-calls.ts";
import { windowNames, windowTimes } from "#business/windows.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { FormCheckbox, FormTextField, showProblem } from "../shell/form.tsx";
import { Changes, Settings, SettingsForm, useSettings, useSettingsSaved } from "./section.tsx";
import { wholeNumber } from "./terms-section.tsx";

export type WorkingDays = Schemas["CalendarOut"];

const WEEKDAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
const day = requiredText(m.staff_settings_missing());
const hour = v.string();
const window = v.pipe(
  v.object({ is_offered: v.boolean(), start: hour, end: hour }),
  v.forward(
    v.check(
      ({ is_offered, start, end }) => !is_offered || (start !== "" && start < end),
      m.staff_calendar_window_wrong(),
    ),
    ["end"],
  ),
);
const WINDOWS = ["morning", "afternoon"] as const;
type WindowName = (typeof WINDOWS)[number];

const schema = v.object({
  windows: v.object({ morning: window, afternoon: window }),
  afternoon_may_span_closed_days: v.boolean(),
  first_day: wholeNumber,
  last_day: wholeNumber,
  crews_per_day: wholeNumber,
  weekdays: v.array(v.boolean()),
  holidays: v.array(v.boolean()),
  closed: v.array(
    v.pipe(
      v.object({
        name: requiredText(m.staff_settings_missing()),
        first: day,
        last: day,
        is_yearly: v.boolean(),
      }),
      v.forward(
        v.partialCheck(
          [["first"], ["last"]],
          ({ first, last }) => first <= last,
          m.staff_calendar_closed_wrong(),
        ),
        ["last"],
      ),
    ),
  ),
});

/** When crews work, and which days visitors can book (OPS-14.2). */
export function CalendarSection() {
  const query = useSettings("calendar", () => callStaff("get", "/api/staff/settings/calendar", {}));

  return (
    <Settings query={query}>
      {(days) => (
        <>
          <CalendarForm key={days.version} days={days} onLookAgain={() => void query.refetch()} />
          <Changes changes={days.history} labelOf={(key) => m.staff_calendar_changed({ key })} />
        </>
      )}
    </Settings>
  );
}

function CalendarForm({ days, onLookAgain }: { days: WorkingDays; onLookAgain: () => void }) {
  const { version, holidays, weekdays_off, closed } = days;
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      first_day: String(days.first_day),
      last_day: String(days.last_day),
      crews_per_day: String(days.crews_per_day),
      weekdays: WEEKDAYS.map((weekday) => !weekdays_off.includes(weekday)),
      holidays: holidays.map(({ is_worked }) => !is_worked),
      closed,
      afternoon_may_span_closed_days: days.afternoon_may_span_closed_days,
      windows: { morning: toFields(days, "morning"), afternoon: toFields(days, "afternoon") },
    },
  });
  const { control, handleSubmit } = form;
  const saving = useMutation({
    mutationFn: ({ weekdays, holidays: off, windows, ...values }: v.InferOutput<typeof schema>) =>
      callStaff("put", "/api/staff/settings/calendar", {
        body: {
          version,
          ...values,
          windows: { morning: toHours(windows.morning), afternoon: toHours(windows.afternoon) },
          weekdays_off: WEEKDAYS.filter((_, at) => !weekdays[at]),
          worked: holidays.filter((_, at) => !off[at]).map(({ name }) => name),
        },
      }),
    onSuccess: useSettingsSaved("calendar"),
    onError: (failure) => showProblem(form, failure),
  });

  return (
    <SettingsForm
      id="calendar"
      title={m.staff_settings_calendar()}
      note={m.staff_calendar_note()}
      saving={saving}
      onSubmit={handleSubmit((values) => saving.mutate(values))}
      onLookAgain={onLookAgain}
    >
      <FormTextField
        control={control}
        name="crews_per_day"
        label={m.staff_calendar_crews()}
        hint={m.staff_calendar_crews_hint()}
        inputMode="numeric"
        size="sm"
      />
      <FormTextField
        control={control}
        name="first_day"
        label={m.staff_calendar_first_day()}
        inputMode="numeric"
        size="sm"
      />
      <FormTextField
        control={control}
        name="last_day"
        label={m.staff_calendar_last_day()}
        inputMode="numeric"
        size="sm"
      />
      <ArrivalWindows control={control} />
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="font-semibold">{m.staff_calendar_weekdays()}</legend>
        {WEEKDAYS.map((weekday, at) => (
          <FormCheckbox
            key={weekday}
            control={control}
            name={`weekdays.${at}`}
            label={m.staff_calendar_weekday({ weekday })}
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="font-semibold">{m.staff_calendar_holidays()}</legend>
        {holidays.map(({ name }, at) => (
          <FormCheckbox key={name} control={control} name={`holidays.${at}`} label={name} />
        ))}
      </fieldset>
      <ClosedDays control={control} />
    </SettingsForm>
  );
}

const toFields = ({ windows }: WorkingDays, name: WindowName) => ({
  is_offered: windows[name] !== null,
  ...(windows[name] ?? { start: windowTimes[name].start_time, end: windowTimes[name].end_time }),
});

const toHours = ({ is_offered, start, end }: v.InferOutput<typeof window>) =>
  is_offered ? { start, end } : null;

type Control = ReturnType<
  typeof useForm<v.InferInput<typeof schema>, unknown, v.InferOutput<typeof schema>>
>["control"];

const ArrivalWindows = ({ control }: { control: Control }) => (
  <fieldset className="grid gap-3">
    <legend className="font-semibold">{m.staff_calendar_windows()}</legend>
    <p className="text-quiet">{m.staff_calendar_windows_note()}</p>
    {WINDOWS.map((name) => (
      <div
        key={name}
        className="grid items-start gap-x-3 gap-y-2 rounded-sm border border-line p-3 sm:grid-cols-3"
      >
        <FormCheckbox
          control={control}
          name={`windows.${name}.is_offered`}
          label={windowNames[name]}
        />
        <FormTextField
          control={control}
          name={`windows.${name}.start`}
          label={m.staff_calendar_window_start()}
          type="time"
          step={900}
          size="sm"
        />
        <FormTextField
          control={control}
          name={`windows.${name}.end`}
          label={m.staff_calendar_window_end()}
          type="time"
          step={900}
          size="sm"
        />
      </div>
    ))}
    <FormCheckbox
      control={control}
      name="afternoon_may_span_closed_days"
      label={m.staff_calendar_may_span()}
    />
  </fieldset>
);

function ClosedDays({ control }: { control: Control }) {
  const rows = useFieldArray({ control, name: "closed" });

  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">{m.staff_calendar_closed()}</legend>
      {rows.fields.map(({ id }, at) => (
        <div
          key={id}
          className="grid items-start gap-x-3 gap-y-2 rounded-sm border border-line p-3 sm:grid-cols-3"
        >
          <FormTextField
            control={control}
            name={`closed.${at}.name`}
            label={m.staff_calendar_closed_name()}
            size="sm"
            autoComplete="off"
            maxLength={100}
          />
          <FormTextField
            control={control}
            name={`closed.${at}.first`}
            label={m.staff_calendar_closed_first()}
            type="date"
            size="sm"
          />
          <FormTextField
            control={control}
            name={`closed.${at}.last`}
            label={m.staff_calendar_closed_last()}
            type="date"
            size="sm"
          />
          <FormCheckbox
            control={control}
            name={`closed.${at}.is_yearly`}
            label={m.staff_calendar_closed_yearly()}
          />
          <div>
            <Button variant="outline" size="md" onClick={() => rows.remove(at)}>
              {m.staff_settings_remove()}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button
          variant="outline"
          size="md"
          onClick={() => rows.append({ name: "", first: "", last: "", is_yearly: false })}
        >
          {m.staff_calendar_closed_add()}
        </Button>
      </div>
    </fieldset>
  );
}

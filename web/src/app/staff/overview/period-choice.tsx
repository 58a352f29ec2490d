import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { fieldControl } from "#ui/field.tsx";
import { copy, type Preset } from "./copy.ts";
import { type Days, isOrdered, PRESETS } from "./period.ts";

type PeriodChoiceProps = {
  preset: Preset | null;
  days: Days;
  onPreset: (preset: Preset) => void;
  onDays: (days: Days) => void;
};

/** Period: the last days, this month, or a custom range. */
export function PeriodChoice({ preset, days, onPreset, onDays }: PeriodChoiceProps) {
  const [isOwn, setOwn] = useState(preset === null);

  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <fieldset className="flex flex-wrap items-end">
        <legend className="sr-only">{copy.period}</legend>
        {PRESETS.map((each) => (
          <label className={lookOf(!isOwn && each === preset)} key={each}>
            <input
              type="radio"
              name="period"
              checked={!isOwn && each === preset}
              onChange={() => {
                setOwn(false);
                onPreset(each);
              }}
            />
            {copy.preset[each]}
          </label>
        ))}
        <label className={lookOf(isOwn)}>
          <input type="radio" name="period" checked={isOwn} onChange={() => setOwn(true)} />
          {copy.own}
        </label>
      </fieldset>
      {isOwn && <OwnRange days={days} onDays={onDays} />}
    </div>
  );
}

const lookOf = (isChosen: boolean) =>
  [
    "inline-flex min-h-target cursor-pointer items-center gap-1 border bg-surface px-2.5",
    "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
    isChosen ? "border-chosen font-semibold" : "border-line",
  ].join(" ");

function OwnRange({ days, onDays }: Pick<PeriodChoiceProps, "days" | "onDays">) {
  const [range, setRange] = useState(days);
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (isOrdered(range)) onDays(range);
  };
  const day = (name: keyof Days, label: string) => (
    <label className="grid gap-1 text-xs text-quiet">
      {label}
      <input
        type="date"
        className={fieldControl()}
        required
        value={range[name]}
        max={name === "from" ? range.to : undefined}
        min={name === "to" ? range.from : undefined}
        onChange={({ currentTarget }) => setRange({ ...range, [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={show}>
      {day("from", copy.from)}
      {day("to", copy.to)}
      <Button type="submit" variant="outline">
        {copy.show}
      </Button>
    </form>
  );
}

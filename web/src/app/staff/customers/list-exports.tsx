import { useId, useState } from "react";
import { type ListName, staffCustomers } from "#api/staff-customers.ts";
import { FieldError } from "#ui/field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { chosenPeriod, isOrdered, todayInHouston } from "../overview/period.ts";
import { copy } from "./copy.ts";
import { Download } from "./download.tsx";

const LISTS = Object.keys(copy.listNames) as ListName[];

export function ListExports() {
  const titleId = useId();
  const [days, setDays] = useState(
    () => chosenPeriod(new URLSearchParams(), todayInHouston()).days,
  );
  const areRight = isOrdered(days);
  const day = (name: "from" | "to", label: string) => (
    <TextField
      type="date"
      name={name}
      label={label}
      required
      value={days[name]}
      onChange={(value) => setDays({ ...days, [name]: value })}
    />
  );
  return (
    <section className="customers__part" aria-labelledby={titleId}>
      <h2 className="customers__title" id={titleId}>
        {copy.lists}
      </h2>
      <p className="customers__note">{copy.listsNote}</p>
      <div className="customers__days">
        {day("from", copy.from)}
        {day("to", copy.to)}
      </div>
      {!areRight && <FieldError id={`${titleId}-days`}>{copy.daysWrong}</FieldError>}
      <div className="customers__ways">
        {LISTS.map((name) => (
          <Download
            key={name}
            label={copy.download(copy.listNames[name])}
            fileName={`standby-${name}-${days.from}-${days.to}.csv`}
            load={() => staffCustomers.list(name, days)}
            isBlocked={!areRight}
          />
        ))}
      </div>
    </section>
  );
}

import { useId, useState } from "react";
import { type ListName, staffCustomers } from "#api/staff-customers.ts";
import { FieldError } from "#ui/field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { chosenPeriod, isOrdered, todayInHouston } from "../overview/period.ts";
import { Part } from "../shell/part.tsx";
import { copy } from "./copy.ts";
import { Download } from "./download.tsx";

const LISTS = Object.keys(copy.listNames) as ListName[];

export function ListExports() {
  const id = useId();
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
    <Part id={id} title={copy.lists} note={copy.listsNote}>
      <div className="flex flex-wrap items-center gap-2">
        {day("from", copy.from)}
        {day("to", copy.to)}
      </div>
      {!areRight && <FieldError id={`${id}-days`}>{copy.daysWrong}</FieldError>}
      <div className="flex flex-wrap items-center gap-2">
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
    </Part>
  );
}

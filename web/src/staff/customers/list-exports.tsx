import { useId, useState } from "react";
import { companyFileName } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { FieldError } from "#ui/field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { chosenPeriod, isOrdered, localToday } from "../overview/use-overview.ts";
import { Download } from "../shell/download.tsx";
import { Part } from "../shell/screen.tsx";
import { customerFiles, type ListName } from "./use-customers.ts";

type ListExportsProps = { lists: readonly ListName[]; title: string };

/** Lists as CSV, of the days chosen here. */
export function ListExports({ lists, title }: ListExportsProps) {
  const id = useId();
  const [days, setDays] = useState(() => chosenPeriod(new URLSearchParams(), localToday()).days);
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
    <Part id={id} title={title} note={m.staff_customers_lists_note()}>
      <div className="flex flex-wrap items-center gap-2">
        {day("from", m.staff_customers_from())}
        {day("to", m.staff_customers_to())}
      </div>
      {!areRight && <FieldError id={`${id}-days`}>{m.staff_customers_days_wrong()}</FieldError>}
      <div className="flex flex-wrap items-center gap-2">
        {lists.map((name) => (
          <Download
            key={name}
            label={m.staff_customers_download({
              list: m.staff_customers_list({ list: name }),
            })}
            fileName={companyFileName(`${name}-${days.from}-${days.to}.csv`)}
            load={() => customerFiles.list(name, days)}
            isBlocked={!areRight}
          />
        ))}
      </div>
    </Part>
  );
}

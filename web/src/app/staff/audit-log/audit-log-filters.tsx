import { type FormEvent, useState } from "react";
import type { AuditLogQuery } from "#api/staff-audit-log.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { copy } from "./copy.ts";

type TrailFiltersProps = {
  query: AuditLogQuery;
  actors: readonly string[];
  onChange: (query: AuditLogQuery) => void;
};

/** Filters by actor, order and period. */
export function AuditLogFilters({ query, actors, onChange }: TrailFiltersProps) {
  const [draft, setDraft] = useState(query);
  const show = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...draft, page: 1 });
  };
  const day = (name: "from" | "to", label: string) => (
    <TextField
      type="date"
      name={name}
      label={label}
      value={draft[name] ?? ""}
      onChange={(value) => setDraft({ ...draft, [name]: value || null })}
    />
  );
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={show}>
      <SelectField
        label={copy.who}
        name="who"
        value={draft.actor}
        options={[
          { value: "", label: copy.everybody },
          ...actors.map((actor) => ({ value: actor, label: actor.replace(/^staff /, "") })),
        ]}
        onChange={(actor) => setDraft({ ...draft, actor })}
      />
      <TextField
        label={copy.order}
        name="order"
        value={draft.order_id ?? ""}
        onChange={(order) => setDraft({ ...draft, order_id: order.trim() || null })}
      />
      {day("from", copy.from)}
      {day("to", copy.to)}
      <Checkbox
        label={copy.looks}
        name="looks"
        checked={draft.looks}
        onChange={(looks) => setDraft({ ...draft, looks })}
      />
      <Button type="submit" variant="outline">
        {copy.show}
      </Button>
    </form>
  );
}

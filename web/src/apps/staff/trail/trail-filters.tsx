import { type FormEvent, useState } from "react";
import type { TrailAsked } from "#lib/api/staff-trail.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { copy } from "./copy.ts";

type TrailFiltersProps = {
  asked: TrailAsked;
  actors: readonly string[];
  onAsk: (asked: TrailAsked) => void;
};

/** Whose acts, about which order, on which days. */
export function TrailFilters({ asked, actors, onAsk }: TrailFiltersProps) {
  const [typed, setTyped] = useState(asked);
  const show = (event: FormEvent) => {
    event.preventDefault();
    onAsk({ ...typed, page: 1 });
  };
  const day = (name: "from" | "to", label: string) => (
    <TextField
      type="date"
      name={name}
      label={label}
      value={typed[name] ?? ""}
      onChange={(value) => setTyped({ ...typed, [name]: value || null })}
    />
  );
  return (
    <form className="trail__filters" onSubmit={show}>
      <SelectField
        label={copy.who}
        name="who"
        value={typed.actor}
        options={[
          { value: "", label: copy.everybody },
          ...actors.map((actor) => ({ value: actor, label: actor.replace(/^staff /, "") })),
        ]}
        onChange={(actor) => setTyped({ ...typed, actor })}
      />
      <TextField
        label={copy.order}
        name="order"
        value={typed.order_id ?? ""}
        onChange={(order) => setTyped({ ...typed, order_id: order.trim() || null })}
      />
      {day("from", copy.from)}
      {day("to", copy.to)}
      <Checkbox
        label={copy.looks}
        name="looks"
        checked={typed.looks}
        onChange={(looks) => setTyped({ ...typed, looks })}
      />
      <Button type="submit" variant="outline">
        {copy.show}
      </Button>
    </form>
  );
}

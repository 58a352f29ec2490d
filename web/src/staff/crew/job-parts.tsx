import { type ChangeEvent, useState } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Icon } from "#ui/icon.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { serialIn } from "./barcode.ts";
import type { CrewJob, CrewJobs } from "./crew-store.ts";
import { useCommand } from "./use-crew.ts";

type PartProps = { job: CrewJob };

export function ChecklistPart({
  job,
  checklist,
}: PartProps & { checklist: CrewJobs["checklist"] }) {
  const command = useCommand(job);
  const done = job.report.checklist;
  return (
    <Panel
      size="sm"
      id="checklist"
      title={m.crew_checklist()}
      badge={
        <span className="text-sm text-quiet tabular-nums">
          {m.crew_checklist_done({ done: done.length, all: checklist.length })}
        </span>
      }
    >
      <ul className="grid list-none">
        {checklist.map(({ item, title }) => (
          <li key={item}>
            <Checkbox
              name={item}
              label={title}
              checked={done.includes(item)}
              onChange={(isDone) =>
                command({
                  kind: "record",
                  body: isDone ? { ticked: [item] } : { unticked: [item] },
                })
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The generator's serial number, read from its label or typed. */
export function SerialPart({ job }: PartProps) {
  const command = useCommand(job);
  const saved = job.report.serial_number;
  const [typed, setTyped] = useState(saved);
  const [isUnread, setUnread] = useState(false);
  const [isReading, setReading] = useState(false);
  const save = (serial: string) => {
    const serial_number = serial.trim();
    setTyped(serial_number);
    if (serial_number !== saved) command({ kind: "record", body: { serial_number } });
  };
  const read = async (photo: File) => {
    setReading(true);
    const serial = await serialIn(photo).catch(() => null);
    setReading(false);
    setUnread(serial === null);
    if (serial) save(serial);
  };
  return (
    <Panel size="sm" id="serial" title={m.crew_serial()} badge={<Done isDone={saved !== ""} />}>
      <TextField
        label={m.crew_serial_label()}
        name="serial_number"
        value={typed}
        onChange={setTyped}
        onBlur={() => save(typed)}
        error={isUnread ? m.crew_serial_unread() : undefined}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <CameraInput
        label={isReading ? m.crew_serial_reading() : m.crew_serial_scan()}
        onPhoto={(photo) => void read(photo)}
      />
    </Panel>
  );
}

type CameraInputProps = { label: string; onPhoto: (photo: File) => void };

/** Opens the phone's camera; on a computer, a choice of files. */
export function CameraInput({ label, onPhoto }: CameraInputProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    for (const photo of event.currentTarget.files ?? []) onPhoto(photo);
    event.currentTarget.value = "";
  };
  return (
    <label className="relative flex min-h-13 cursor-pointer items-center justify-center gap-2 rounded-sm border border-line-strong bg-surface px-4 font-semibold has-disabled:opacity-50 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <Icon name="plus" size="sm" />
      {label}
      <input
        className="absolute inset-0 cursor-pointer opacity-0"
        type="file"
        accept="image/*"
        capture="environment"
        onChange={take}
      />
    </label>
  );
}

const HALF_HOUR = 0.5;
const MOST_HOURS = 24;

/** Hours of each person on the crew. */
export function HoursPart({ job }: PartProps) {
  const command = useCommand(job);
  const { hours } = job.report;
  const [name, setName] = useState(hours.length === 0 ? job.technician : "");
  const [worked, setWorked] = useState("");
  const minutes = Math.round(Number(worked) * 60);
  const isWhole = name.trim() !== "" && minutes > 0 && minutes <= MOST_HOURS * 60;
  const add = () => {
    const others = hours.filter((each) => each.name !== name.trim());
    command({
      kind: "record",
      body: { hours: [...others, { name: name.trim(), minutes }] },
    });
    setName("");
    setWorked("");
  };
  return (
    <Panel size="sm" id="hours" title={m.crew_hours()}>
      {hours.length > 0 && (
        <ul className="grid list-none">
          {hours.map((each) => (
            <li className="flex min-h-target items-center justify-between gap-2" key={each.name}>
              <span className="wrap-anywhere">
                {m.crew_hours_of({ name: each.name, hours: each.minutes / 60 })}
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={m.crew_hours_remove({ name: each.name })}
                onClick={() =>
                  command({
                    kind: "record",
                    body: { hours: hours.filter((other) => other !== each) },
                  })
                }
              >
                <Icon name="close" size="sm" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-[1fr_6rem] gap-2">
        <TextField
          label={m.crew_hours_name()}
          name="name"
          value={name}
          onChange={setName}
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          label={m.crew_hours_worked()}
          name="hours"
          type="number"
          inputMode="decimal"
          min={HALF_HOUR}
          max={MOST_HOURS}
          step={HALF_HOUR}
          value={worked}
          onChange={setWorked}
        />
      </div>
      <Button variant="outline" size="lg" disabled={!isWhole} onClick={add}>
        {m.crew_hours_add()}
      </Button>
    </Panel>
  );
}

export function NotesPart({ job }: PartProps) {
  const command = useCommand(job);
  const [typed, setTyped] = useState(job.report.notes);
  const save = () => {
    if (typed.trim() !== job.report.notes)
      command({ kind: "record", body: { notes: typed.trim() } });
  };
  return (
    <Panel size="sm" id="notes" title={m.crew_notes()}>
      <TextArea
        label={m.crew_notes_label()}
        name="notes"
        value={typed}
        onChange={setTyped}
        onBlur={save}
        maxLength={2000}
        rows={3}
      />
    </Panel>
  );
}

export const Done = ({ isDone }: { isDone: boolean }) =>
  isDone ? <Icon name="success" className="text-success" /> : null;

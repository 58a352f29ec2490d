import type { ReactNode } from "react";
import type { MyBooking } from "#api/my-booking.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { PhoneLink } from "#ui/call-us.tsx";
import { Panel } from "#ui/panel.tsx";

type Machine = NonNullable<MyBooking["machine"]>;

type MachinePanelProps = { machine: Machine; powerOnAt: string | null };

/** What an owner asks for: the machine, its warranty and service, and what to do when it is dead. */
export const MachinePanel = ({ machine, powerOnAt }: MachinePanelProps) => (
  <Panel id="machine" title={m.machine_title()}>
    <dl className="grid gap-3">
      <Fact name={m.machine_model()}>
        {machine.kw === 0 || machine.name.includes(`${machine.kw} kW`)
          ? machine.name
          : m.machine_model_of({ name: machine.name, kw: machine.kw })}
      </Fact>
      <Fact name={m.machine_serial()}>
        {machine.serial_number ? (
          <span className="tabular-nums">{machine.serial_number}</span>
        ) : (
          m.machine_serial_unknown()
        )}
      </Fact>
      <Fact name={m.machine_installed()}>{longDay(machine.installed_on)}</Fact>
      {powerOnAt && <Fact name={m.machine_power_on()}>{longDay(dayOf(powerOnAt))}</Fact>}
      {machine.record_code && (
        <Fact name={m.machine_record()}>
          <a href={`${paths.verify}/${machine.record_code}`}>{m.machine_record_see()}</a>
        </Fact>
      )}
      <Fact name={m.machine_warranty_unit()}>{sentence(machine.generator_warranty)}</Fact>
      <Fact name={m.machine_warranty_work()}>{sentence(machine.work_warranty)}</Fact>
      <Fact name={m.machine_service()}>
        {m.machine_service_unknown()}{" "}
        {machine.manual_url && <a href={machine.manual_url}>{m.machine_manual()}</a>}
      </Fact>
    </dl>
    <section className="grid gap-2 border-t border-line pt-4" aria-labelledby="no-start">
      <h3 className="text-md" id="no-start">
        {m.machine_no_start()}
      </h3>
      <ol className="grid list-decimal gap-1 ps-5 text-base">
        <li>{m.machine_no_start_1()}</li>
        <li>{m.machine_no_start_2()}</li>
        <li>{m.machine_no_start_3()}</li>
        <li>
          {m.machine_no_start_4()} <PhoneLink className="font-semibold" />
        </li>
      </ol>
      <p className="text-sm text-quiet">{m.machine_no_start_gas()}</p>
    </section>
  </Panel>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
    <dt className="text-sm leading-[1.6] text-quiet">{name}</dt>
    <dd className="text-base wrap-anywhere">{children}</dd>
  </div>
);

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, "")}.`;

import { generatorNames, soldGenerators } from "virtual:market";
import gas from "@market/gas.json";
import { useState } from "react";
import { btuFrom, cfhOf, checkMeter, generatorBtu } from "#business/gas-load.ts";
import { startingPrice } from "#content/price-example.ts";
import { wholeNumber } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Sources } from "#site/sources.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { fieldControl } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { RequestPack } from "./request-pack.tsx";

type Appliance = { isOn: boolean; btuH: string };
type Appliances = Readonly<Record<string, Appliance>>;

const OWN = "own";
const USUAL: Appliances = Object.fromEntries(
  gas.appliances.map(({ id, btu_h, is_usual }) => [
    id,
    { isOn: is_usual, btuH: wholeNumber(btu_h) },
  ]),
);

/** /gas-check: appliances in, their gas against the usual meters out (FACT-01.4). */
export default function GasCheck() {
  const [appliances, setAppliances] = useState(USUAL);
  const [unit, setUnit] = useState(gas.usual_generator);
  const [ownBtuH, setOwnBtuH] = useState("");
  const [meter, setMeter] = useState("");

  const loads = gas.appliances.flatMap(({ id }) => {
    const { isOn, btuH } = appliances[id] as Appliance;
    return isOn ? [{ id, btu_h: btuFrom(btuH) }] : [];
  });
  const homeBtuH = loads.reduce((sum, { btu_h }) => sum + btu_h, 0);
  const addedBtuH = generatorBtu(unit) ?? btuFrom(ownBtuH);

  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
      <form className="grid min-w-0 gap-10" onSubmit={(event) => event.preventDefault()}>
        <ApplianceRows
          appliances={appliances}
          onChange={(id, change) =>
            setAppliances((before) => ({
              ...before,
              [id]: { ...(before[id] as Appliance), ...change },
            }))
          }
        />
        <div className="grid gap-4">
          <SelectField
            label={m.gas_check_generator()}
            name="generator"
            value={unit}
            onChange={setUnit}
            options={[
              ...soldGenerators.map(({ key, kw }) => ({
                value: key,
                label: m.gas_check_unit({
                  kw,
                  name: generatorNames[key] ?? key,
                  cfh: cfhOf(generatorBtu(key) ?? 0),
                }),
              })),
              { value: OWN, label: m.gas_check_own() },
            ]}
          />
          <Sources sources={gas.generators.map(({ source }) => source)} />
          {unit === OWN && (
            <TextField
              label={m.gas_check_own_btu()}
              name="own"
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              value={ownBtuH}
              onChange={setOwnBtuH}
            />
          )}
        </div>
        <SelectField
          label={m.gas_check_meter()}
          name="meter"
          hint={m.gas_check_meter_hint()}
          value={meter}
          onChange={setMeter}
          options={[
            { value: "", label: m.gas_check_meter_unknown() },
            ...gas.meters.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      </form>
      <div className="grid min-w-0 gap-8 lg:sticky lg:top-22">
        <Result homeBtuH={homeBtuH} addedBtuH={addedBtuH} meter={meter} />
      </div>
      <RequestPack
        selection={{
          appliances: loads,
          meter: meter || null,
          model_number: unit === OWN ? null : unit,
          generator_btu_h: addedBtuH,
        }}
      />
    </div>
  );
}

type ApplianceRowsProps = {
  appliances: Appliances;
  onChange: (id: string, change: Partial<Appliance>) => void;
};

function ApplianceRows({ appliances, onChange }: ApplianceRowsProps) {
  return (
    <fieldset>
      <legend className="mb-2 p-0 text-lg font-semibold">{m.gas_check_appliances()}</legend>
      <p className="mb-4 text-sm text-quiet">{m.gas_check_nameplate()}</p>
      <ul className="list-none p-0">
        {gas.appliances.map(({ id, name, source }) => {
          const { isOn, btuH } = appliances[id] as Appliance;
          return (
            <li
              className="grid grid-cols-[1fr_8rem] items-center gap-x-4 border-t border-line py-2"
              key={id}
            >
              <div className="min-w-0">
                <Checkbox
                  label={name}
                  name={id}
                  checked={isOn}
                  onChange={(checked) => onChange(id, { isOn: checked })}
                />
                <div className="ps-9">{source && <Sources sources={[source]} />}</div>
              </div>
              <input
                type="text"
                className={`${fieldControl("sm")} text-end tabular-nums`}
                name={`${id}-btu`}
                aria-label={m.gas_check_btu({ name })}
                inputMode="numeric"
                autoComplete="off"
                maxLength={9}
                value={btuH}
                onChange={(event) => onChange(id, { isOn: true, btuH: event.currentTarget.value })}
              />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

type ResultProps = { homeBtuH: number; addedBtuH: number; meter: string };

function Result({ homeBtuH, addedBtuH, meter }: ResultProps) {
  const cfh = cfhOf(homeBtuH + addedBtuH);
  return (
    <section className="grid gap-4" aria-labelledby="gas-result">
      <div aria-live="polite">
        <h2 className="text-md" id="gas-result">
          {m.gas_check_result()}
        </h2>
        <p className="text-4xl leading-[1.1] font-semibold tracking-[-0.03em] tabular-nums">
          {m.gas_check_cfh({ cfh: wholeNumber(cfh) })}
        </p>
        <p className="text-sm text-quiet tabular-nums">
          {m.gas_check_sum({
            total: wholeNumber(homeBtuH + addedBtuH),
            home: wholeNumber(homeBtuH),
            generator: wholeNumber(addedBtuH),
          })}
        </p>
        <Verdict cfh={cfh} name={meter} />
      </div>
      <Meters cfh={cfh} />
      <p className="text-sm text-quiet">
        {m.gas_check_pressure({ pressure: gas.pressure })}
        <Sources sources={[gas.pressure_source]} />
      </p>
      <p className="text-sm text-quiet">{m.gas_check_price({ startingPrice })}</p>
      <p>
        <Button variant="cta-green" size="lg" href={paths.wizard.address}>
          {m.coverage_check_submit()}
        </Button>
      </p>
    </section>
  );
}

function Verdict({ cfh, name }: { cfh: number; name: string }) {
  const { meter, needed, isEnough } = checkMeter(cfh, name);
  const size = { meter: meter?.name ?? "", cfh: meter?.cfh ?? 0 };
  const enough = name ? m.gas_check_enough : m.gas_check_enough_usual;
  const larger = name ? m.gas_check_larger : m.gas_check_larger_usual;
  const words = isEnough ? enough(size) : larger(size);
  const sources = [gas.upgrade_source, name ? null : gas.usual_meter_source];
  return (
    <Notice className="mt-4" tone={isEnough ? "success" : "warning"}>
      <p>
        {meter ? words : m.gas_check_meter_not_known()}{" "}
        {!isEnough && (needed ? m.gas_check_needed({ meter: needed.name }) : m.gas_check_beyond())}
      </p>
      <p className="mt-2">
        {m.gas_check_estimate()} {gas.upgrade}
      </p>
      <Sources sources={sources.filter((source) => source !== null)} />
    </Notice>
  );
}

function Meters({ cfh }: { cfh: number }) {
  return (
    <div>
      <h3 className="text-md">{m.gas_check_meters()}</h3>
      <ul className="mt-2 list-none border-t border-line p-0">
        {gas.meters.map(({ name, cfh: rated, source }) => {
          const isEnough = rated >= cfh;
          return (
            <li
              className="grid grid-cols-[auto_1fr_auto] items-start gap-x-3 border-b border-line py-2"
              key={name}
            >
              <Icon
                className={`mt-1 ${isEnough ? "text-success" : "text-quiet"}`}
                name={isEnough ? "check" : "close"}
                size="sm"
              />
              <div>
                {name}
                {source && <Sources sources={[source]} />}
              </div>
              <p className="text-end text-sm tabular-nums">
                {source
                  ? m.gas_check_rated({ cfh: rated })
                  : m.gas_check_rated_about({ cfh: rated })}
                <span className="block text-quiet">
                  {isEnough ? m.gas_check_is_enough() : m.gas_check_is_small()}
                </span>
              </p>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-sm text-quiet">
        {m.gas_check_meters_note({ btu: wholeNumber(gas.btu_per_cubic_foot) })}
        <Sources sources={[gas.btu_source]} />
      </p>
    </div>
  );
}

import { longDay } from "#lib/dates.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { copy } from "./copy.ts";

type AppointmentFactsProps = {
  address: string;
  day: string;
  window: "morning" | "afternoon";
  /** The window as shown when the visitor chose it; defaults to the window's hours. */
  windowLabel?: string | null | undefined;
};

export function AppointmentFacts({ address, day, window, windowLabel }: AppointmentFactsProps) {
  return (
    <dl className="grid gap-4">
      <Fact icon="calendar" name={copy.date} value={longDay(day)} />
      <Fact icon="clock" name={copy.arrival} value={windowLabel || copy.windows[window]} />
      <Fact icon="map-pin" name={copy.address} value={address} />
    </dl>
  );
}

type FactProps = { icon: IconName; name: string; value: string };

const Fact = ({ icon, name, value }: FactProps) => (
  <div className="relative ps-9.5 leading-[1.4]">
    <dt className="text-sm text-quiet">
      <Icon className="absolute start-0 top-0.5 text-emphasis" name={icon} />
      {name}
    </dt>
    <dd className="font-semibold wrap-anywhere">{value}</dd>
  </div>
);

import { longDay } from "#lib/dates.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { copy } from "./copy.ts";
import "./order-summary.css";

type AppointmentFactsProps = {
  address: string;
  day: string;
  window: "morning" | "afternoon";
  /** The window as shown when the visitor chose it; defaults to the window's hours. */
  windowLabel?: string | null | undefined;
};

export function AppointmentFacts({ address, day, window, windowLabel }: AppointmentFactsProps) {
  return (
    <dl className="appointment-facts">
      <Fact icon="calendar" name={copy.date} value={longDay(day)} />
      <Fact icon="clock" name={copy.arrival} value={windowLabel || copy.windows[window]} />
      <Fact icon="map-pin" name={copy.address} value={address} />
    </dl>
  );
}

type FactProps = { icon: IconName; name: string; value: string };

const Fact = ({ icon, name, value }: FactProps) => (
  <div className="appointment-facts__fact">
    <dt>
      <Icon className="absolute top-0.5 end-auto bottom-auto start-0 text-emphasis" name={icon} />
      {name}
    </dt>
    <dd>{value}</dd>
  </div>
);

import type { ComponentType } from "react";
import { Link, Redirect, useParams } from "wouter";
import { m } from "#paraglide/messages.js";
import { type Permission, useMe } from "../session/me.tsx";
import { Screen } from "../shell/screen.tsx";
import { CalendarSection } from "./calendar-section.tsx";
import { CompanySection } from "./company-section.tsx";
import { ConnectionsSection } from "./connections-section.tsx";
import { FirstRunSection } from "./first-run.tsx";
import { MoreSection } from "./more-section.tsx";
import { PermitsSection } from "./permits-section.tsx";
import { StaffSection } from "./staff-section.tsx";
import { TermsSection } from "./terms-section.tsx";

type Section = { id: string; label: string; needs: Permission; Part: ComponentType };

const sections: readonly Section[] = [
  { id: "company", label: m.staff_settings_company(), needs: "open_tables", Part: CompanySection },
  { id: "terms", label: m.staff_settings_terms(), needs: "open_tables", Part: TermsSection },
  {
    id: "calendar",
    label: m.staff_settings_calendar(),
    needs: "open_tables",
    Part: CalendarSection,
  },
  { id: "permits", label: m.staff_settings_permits(), needs: "open_tables", Part: PermitsSection },
  { id: "staff", label: m.staff_settings_staff(), needs: "manage_staff", Part: StaffSection },
  {
    id: "connections",
    label: m.staff_settings_connections(),
    needs: "open_tables",
    Part: ConnectionsSection,
  },
  {
    id: "first-run",
    label: m.staff_settings_first_run(),
    needs: "open_tables",
    Part: FirstRunSection,
  },
  { id: "more", label: m.staff_settings_more(), needs: "open_tables", Part: MoreSection },
];

/** What the business is run by, a section at a time (OPS-14). */
export default function SettingsScreen() {
  const { section: id } = useParams<{ section?: string }>();
  const { permissions } = useMe();
  const open = sections.filter(({ needs }) => permissions.includes(needs));
  const here = open.find((section) => section.id === id);
  const first = open[0];

  if (!here) return first ? <Redirect to={`/settings/${first.id}`} replace /> : null;
  return (
    <Screen title={m.staff_settings_section({ section: here.label })}>
      <div className="grid items-start gap-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label={m.staff_settings_nav()}>
          <ul className="flex flex-wrap gap-1 lg:grid">
            {open.map(({ id, label }) => (
              <li key={id}>
                <Link
                  className={`flex min-h-target items-center rounded-sm border px-3 font-medium no-underline ${
                    id === here.id
                      ? "border-chosen bg-surface text-ink"
                      : "border-transparent text-quiet hover:text-ink"
                  }`}
                  href={`/settings/${id}`}
                  aria-current={id === here.id ? "page" : undefined}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 gap-4" key={here.id}>
          <here.Part />
        </div>
      </div>
    </Screen>
  );
}

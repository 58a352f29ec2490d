import { m } from "#paraglide/messages.js";
import { Panel } from "#ui/panel.tsx";
import { OpenPage } from "../session/open-pages.tsx";

const TABLES = "/staff/tables";
const pages = [
  { path: "/pricing/installationpackage/", label: m.staff_more_packages },
  { path: "/pricing/generator/", label: m.staff_more_generators },
  { path: "/pricing/appconfiguration/", label: m.staff_more_rules },
  { path: "/pricing/coupon/", label: m.staff_more_coupons },
  { path: "/coverage/coveredzip/", label: m.staff_more_coverage },
  { path: "/messaging/messagetemplate/", label: m.staff_more_templates },
] as const;

/** What is edited on the pages of tables. */
export const MoreSection = () => (
  <Panel id="more" title={m.staff_settings_more()} size="sm">
    <p className="text-quiet">{m.staff_more_note()}</p>
    <ul className="grid justify-items-start gap-1">
      {pages.map(({ path, label }) => (
        <li key={path}>
          <OpenPage to={`${TABLES}${path}`}>{label()}</OpenPage>
        </li>
      ))}
    </ul>
  </Panel>
);

import { clearances } from "#business/terms.ts";
import { m } from "#paraglide/messages.js";

/** Safety rules for a generator spot, in the order in which they are checked (DIST-01.1). */
export const RULES = ["front", "sides", "openings", "ground", "access"] as const;

export type Rule = (typeof RULES)[number];

const ZONES = {
  clear: "fill-glow stroke-emphasis stroke-[1.5]",
  keepOut: "fill-info-surface stroke-info stroke-[1.5]",
  way: "fill-success-surface stroke-success stroke-[1.5]",
};

const FOOT = 15;
const UNIT = { left: 158, right: 218, top: 82.5, bottom: 114.5 };
const ENDS = clearances.ends_ft * FOOT;

/**
 * Plan view of the yard, 15 units per foot; each clearance is shown once its rule is checked, and
 * from the start what the manual asks for at both ends.
 */
export function YardPlan({ ticked }: { ticked: readonly Rule[] }) {
  const shown = RULES.filter((rule) => ticked.includes(rule)).map((rule) =>
    m.distance_helper_plan_shows({ rule }),
  );
  const ends = m.distance_helper_plan_ends({ feet: clearances.ends_ft });
  const zone = (rule: Rule) =>
    `transition-opacity ${ticked.includes(rule) ? "opacity-100" : "opacity-0"}`;

  return (
    <svg
      className="w-full rounded-md bg-surface-sunken fill-ink text-[15px] font-semibold"
      viewBox="0 0 400 300"
      textAnchor="middle"
      role="img"
      aria-label={[m.distance_helper_plan_label(), ends, ...shown].join(" ")}
    >
      <path className="fill-line" d="M-2 -2H402V60H-2z" />
      <path className="stroke-ink stroke-5" d="M0 60H400" />
      <path className="stroke-glow stroke-7" d="M10 60H60" />
      <rect
        className="fill-surface stroke-line-strong stroke-2"
        x="318"
        y="74"
        width="36"
        height="36"
        rx="4"
      />
      <circle
        className="fill-none stroke-line-strong stroke-2"
        strokeDasharray="5 4"
        cx="336"
        cy="92"
        r="11"
      />
      <g className={zone("openings")}>
        <path
          className={ZONES.keepOut}
          strokeDasharray="4 3"
          d="M-65 60A75 75 0 0 0 10 135H60A75 75 0 0 0 135 60Z"
        />
        <path
          className={ZONES.keepOut}
          strokeDasharray="4 3"
          d="M243 61V110A75 75 0 0 0 318 185H354A75 75 0 0 0 429 110V61Z"
        />
        <text x="36" y="108">
          {m.distance_helper_plan_five_ft()}
        </text>
        <text x="336" y="150">
          {m.distance_helper_plan_five_ft()}
        </text>
      </g>
      <g className={zone("access")}>
        <path className={ZONES.way} strokeDasharray="4 3" d="M158 300V160H218V300Z" />
        <path
          className="fill-none stroke-success stroke-2"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M188 286V178M179 189L188 177L197 189"
        />
        <text x="240" y="248" textAnchor="start">
          {m.distance_helper_plan_way()}
        </text>
      </g>
      <g className={zone("sides")}>
        <path
          className={ZONES.clear}
          fillOpacity="0.55"
          strokeDasharray="4 3"
          d="M135.5 61H240.5V114.5H218V82.5H158V114.5H135.5Z"
        />
        <text x="188" y="77">
          {m.distance_helper_plan_eighteen_in()}
        </text>
      </g>
      <Ends />
      <g className={zone("front")}>
        <path
          className={ZONES.clear}
          fillOpacity="0.55"
          strokeDasharray="4 3"
          d="M158 114.5H218V159.5H158Z"
        />
        <text x="188" y="143">
          {m.distance_helper_plan_three_ft()}
        </text>
      </g>
      <g className={zone("ground")}>
        <rect
          className="fill-line stroke-line-strong stroke-2"
          x="151"
          y="76"
          width="74"
          height="45"
          rx="3"
        />
        <path
          className="fill-none stroke-line-strong stroke-[1.5]"
          strokeLinecap="round"
          d="M151 118L128 136"
        />
        <text x="124" y="146" textAnchor="end">
          {m.distance_helper_plan_pad()}
        </text>
      </g>
      <rect x="158" y="82.5" width="60" height="32" rx="4" />
      <path className="fill-glow" d="M190 87l-8 12h6l-2 10 9-13h-6l2-9z" />
      <text x="35" y="46">
        {m.distance_helper_plan_window()}
      </text>
      <text x="336" y="46">
        {m.distance_helper_plan_ac()}
      </text>
      <text x="188" y="46">
        {m.distance_helper_plan_house()}
      </text>
    </svg>
  );
}

/** By the manual, whatever is checked: clear ground at both ends. */
const Ends = () => (
  <g>
    {[UNIT.left - ENDS, UNIT.right].map((x) => (
      <g key={x}>
        <rect
          className={ZONES.clear}
          fillOpacity="0.55"
          strokeDasharray="4 3"
          x={x}
          y={UNIT.top}
          width={ENDS}
          height={UNIT.bottom - UNIT.top}
        />
        <text x={x + ENDS / 2} y={UNIT.top + 21}>
          {m.distance_helper_plan_feet({ feet: clearances.ends_ft })}
        </text>
      </g>
    ))}
  </g>
);

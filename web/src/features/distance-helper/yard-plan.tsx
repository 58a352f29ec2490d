import { copy } from "./copy.ts";
import { RULES, type Rule } from "./rules.ts";

const { plan } = copy;

/** Plan view of the yard, 15 units per foot; each clearance is shown once its rule is checked. */
export function YardPlan({ ticked }: { ticked: readonly Rule[] }) {
  const shown = RULES.filter((rule) => ticked.includes(rule)).map((rule) => plan.shows[rule]);
  const zone = (rule: Rule) => `yard-plan__zone${ticked.includes(rule) ? " is-shown" : ""}`;

  return (
    <svg
      className="yard-plan"
      viewBox="0 0 400 300"
      role="img"
      aria-label={[plan.label, ...shown].join(" ")}
    >
      <path className="yard-plan__house" d="M-2 -2H402V60H-2z" />
      <path className="yard-plan__wall" d="M0 60H400" />
      <path className="yard-plan__window" d="M10 60H60" />
      <rect className="yard-plan__ac" x="318" y="74" width="36" height="36" rx="4" />
      <circle className="yard-plan__fan" cx="336" cy="92" r="11" />
      <g className={zone("openings")}>
        <path
          className="yard-plan__keep-out"
          d="M-65 60A75 75 0 0 0 10 135H60A75 75 0 0 0 135 60Z"
        />
        <path
          className="yard-plan__keep-out"
          d="M243 61V110A75 75 0 0 0 318 185H354A75 75 0 0 0 429 110V61Z"
        />
        <text x="36" y="108">
          {plan.fiveFt}
        </text>
        <text x="336" y="150">
          {plan.fiveFt}
        </text>
      </g>
      <g className={zone("access")}>
        <path className="yard-plan__way" d="M158 300V160H218V300Z" />
        <path className="yard-plan__arrow" d="M188 286V178M179 189L188 177L197 189" />
        <text x="240" y="248" className="yard-plan__start">
          {plan.way}
        </text>
      </g>
      <g className={zone("sides")}>
        <path className="yard-plan__clear" d="M135.5 61H240.5V114.5H218V82.5H158V114.5H135.5Z" />
        <text x="188" y="77">
          {plan.eighteenIn}
        </text>
      </g>
      <g className={zone("front")}>
        <path className="yard-plan__clear" d="M158 114.5H218V159.5H158Z" />
        <text x="188" y="143">
          {plan.threeFt}
        </text>
      </g>
      <g className={zone("ground")}>
        <rect className="yard-plan__pad" x="151" y="76" width="74" height="45" rx="3" />
        <path className="yard-plan__leader" d="M151 118L128 136" />
        <text x="124" y="146" className="yard-plan__end">
          {plan.pad}
        </text>
      </g>
      <rect className="yard-plan__generator" x="158" y="82.5" width="60" height="32" rx="4" />
      <path className="yard-plan__bolt" d="M190 87l-8 12h6l-2 10 9-13h-6l2-9z" />
      <text x="35" y="46">
        {plan.window}
      </text>
      <text x="336" y="46">
        {plan.ac}
      </text>
      <text x="188" y="46">
        {plan.house}
      </text>
    </svg>
  );
}

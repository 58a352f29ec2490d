import type { ReactNode } from "react";
import { m } from "#paraglide/messages.js";

// At dusk: what matters is lit.
const LOOK = {
  wall: "fill-surface",
  boards: "stroke-surface-raised stroke-[1.5]",
  roof: "fill-surface-raised",
  grass: "fill-surface-raised",
  blades: "stroke-deep-line stroke-2",
  metal: "fill-line stroke-line-strong stroke-[2.5]",
  pad: "fill-deep-line",
  slab: "fill-deep-line",
  joint: "stroke-surface-raised stroke-3",
  inside: "fill-surface stroke-line-strong stroke-[1.5]",
  breaker: "fill-deep-line stroke-line-strong stroke-[1.25]",
  switch: "stroke-ink stroke-2",
  glass: "fill-surface stroke-line-strong stroke-2",
  window: "fill-glow stroke-line-strong stroke-2",
  bars: "stroke-surface stroke-2",
  thin: "stroke-line-strong stroke-2",
  quiet: "stroke-deep-line stroke-3",
  pipe: "stroke-deep-line stroke-9",
  valve: "stroke-glow stroke-5",
  glow: "fill-glow",
  play: "fill-glow",
  dark: "stroke-surface stroke-[2.5]",
  darkFill: "fill-surface",
  figure: "fill-surface text-[17px] font-bold [text-anchor:middle]",
  ring: "stroke-quiet stroke-4",
  mark: "stroke-glow stroke-[3.5] [stroke-dasharray:9_8]",
  run: "stroke-glow stroke-[3.5] [stroke-dasharray:9_8]",
  spot: "fill-glass-hover stroke-glow stroke-[3.5] [stroke-dasharray:9_8]",
  tape: "stroke-glow stroke-7 [stroke-linecap:butt]",
  ticks: "stroke-surface stroke-[1.5]",
  arrow: "stroke-glow stroke-[3.5]",
  stake: "stroke-ink stroke-4",
  flag: "fill-success",
  frame: "stroke-ink stroke-3 opacity-85",
};

const NIGHT =
  "on-night size-full bg-surface-sunken fill-none [stroke-linecap:round] [stroke-linejoin:round]";
const VIEW = "0 0 320 240";

const Frame = () => (
  <path className={LOOK.frame} d="M18 44V18h26M276 18h26v26M302 196v26h-26M44 222H18v-26" />
);

/** Drawing of what to photograph; a slot without one shows a camera, and claims no example. */
export function PhotoSlotDrawing({ slot, title }: { slot: string; title: string }) {
  const drawing = DRAWINGS[slot];
  if (!drawing)
    return (
      <svg className={NIGHT} viewBox={VIEW} aria-hidden="true">
        <AnyPhoto />
        <Frame />
      </svg>
    );
  return (
    <svg className={NIGHT} viewBox={VIEW} role="img" aria-label={m.photo_upload_drawing({ title })}>
      {drawing}
      <Frame />
    </svg>
  );
}

const row = (count: number) => Array.from({ length: count }, (_, index) => index);

const Siding = ({ from = 0, to = 184 }: { from?: number; to?: number }) => (
  <g className={LOOK.boards}>
    {row(Math.floor((to - from) / 16)).map((index) => (
      <path key={index} d={`M0 ${from + 16 * (index + 1)}h320`} />
    ))}
  </g>
);

const Grass = ({ y = 184 }: { y?: number }) => (
  <>
    <path className={LOOK.grass} d={`M0 ${y}h320v${240 - y}H0z`} />
    <path
      className={LOOK.blades}
      d={row(11)
        .map((index) => `M${14 + index * 29} ${y + 16 + (index % 3) * 11}l3-8 3 8`)
        .join("")}
    />
  </>
);

const Flag = ({ x, y, tall = 62 }: { x: number; y: number; tall?: number }) => (
  <>
    <path className={LOOK.stake} d={`M${x} ${y}v-${tall}`} />
    <path
      className={LOOK.flag}
      d={`M${x + 1} ${y - tall}l${tall * 0.46} ${tall * 0.17}-${tall * 0.46} ${tall * 0.19}z`}
    />
  </>
);

const SmallPanel = ({ x, y }: { x: number; y: number }) => (
  <>
    <rect className={LOOK.metal} x={x} y={y} width="40" height="62" rx="3" />
    <path className={LOOK.thin} d={`M${x + 6} ${y + 8}h28v46h-28zM${x + 28} ${y + 30}v8`} />
  </>
);

function PanelOpen() {
  return (
    <>
      <Siding to={240} />
      <path className={LOOK.metal} d="M118 34 54 50v156l64-6z" />
      <path className={LOOK.quiet} d="M64 70l44-9M64 86l44-8M64 102l44-7M64 118l44-6M64 134l30-3" />
      <rect className={LOOK.metal} x="118" y="34" width="122" height="172" rx="4" />
      <rect className={LOOK.inside} x="132" y="46" width="94" height="148" rx="2" />
      <rect className={LOOK.glow} x="152" y="54" width="54" height="26" rx="3" />
      <text className={LOOK.figure} x="179" y="73">
        200
      </text>
      {row(5).map((index) => (
        <g key={index}>
          <rect
            className={LOOK.breaker}
            x="139"
            y={90 + index * 20}
            width="37"
            height="14"
            rx="2"
          />
          <rect
            className={LOOK.breaker}
            x="182"
            y={90 + index * 20}
            width="37"
            height="14"
            rx="2"
          />
          <path className={LOOK.switch} d={`M166 ${93 + index * 20}v8M192 ${93 + index * 20}v8`} />
        </g>
      ))}
    </>
  );
}

function PanelWide() {
  return (
    <>
      <Siding from={24} />
      <path className={LOOK.roof} d="M0 0h320v20H0z" />
      <Grass />
      <path className={LOOK.pipe} d="M210 20v48M210 132v20h-62" />
      <SmallPanel x={108} y={92} />
      <rect className={LOOK.mark} x="100" y="84" width="56" height="78" rx="6" />
      <rect className={LOOK.metal} x="190" y="68" width="40" height="64" rx="3" />
      <circle className={LOOK.glass} cx="210" cy="92" r="15" />
      <path className={LOOK.arrow} d="M92 123H30m10-8-10 8 10 8M238 123h52m-10-8 10 8-10 8" />
    </>
  );
}

function GasMeter() {
  return (
    <>
      <Siding to={190} />
      <Grass y={190} />
      <path className={LOOK.pipe} d="M76 206V62h44M244 62h22V20M120 62h24M220 62h24" />
      <circle className={LOOK.metal} cx="108" cy="62" r="24" />
      <circle className={LOOK.thin} cx="108" cy="62" r="9" />
      <path className={LOOK.valve} d="M66 128h20M66 122v12M86 122v12" />
      <path
        className={LOOK.metal}
        d="M138 78h88a10 10 0 0 1 10 10v58a28 28 0 0 1-28 28h-52a28 28 0 0 1-28-28V88a10 10 0 0 1 10-10z"
      />
      <path className={LOOK.pipe} d="M150 78V62M214 78V62" />
      <circle className={LOOK.glass} cx="166" cy="112" r="15" />
      <circle className={LOOK.glass} cx="200" cy="112" r="15" />
      <path className={LOOK.thin} d="M166 112l6-8M200 112l-5-9" />
      <rect className={LOOK.glow} x="150" y="138" width="64" height="22" rx="3" />
      <path className={LOOK.dark} d="M157 146h50M157 153h32" />
    </>
  );
}

function GeneratorSpot() {
  return (
    <>
      <path className={LOOK.wall} d="M0 0h112v150H0z" />
      <g className={LOOK.boards}>
        {row(9).map((index) => (
          <path key={index} d={`M0 ${16 * (index + 1)}h112`} />
        ))}
      </g>
      <Grass y={150} />
      <path className={LOOK.quiet} d="M112 0v150" />
      <path className={LOOK.spot} d="M132 176h108l34 40H150z" />
      <path className={LOOK.tape} d="M98 160l40 30" />
      <path className={LOOK.ticks} d="M106 158l-5 7M114 164l-5 7M122 170l-5 7M130 176l-5 7" />
      <rect className={LOOK.glow} x="78" y="142" width="26" height="24" rx="6" />
      <circle className={LOOK.dark} cx="91" cy="154" r="6" />
      <Flag x={204} y={196} tall={104} />
    </>
  );
}

function RunPath() {
  return (
    <>
      <path className={LOOK.wall} d="M0 12 292 70v64L0 206z" />
      <path className={LOOK.boards} d="M0 50l292 32M0 88l292 8M0 128l292-18M0 168l292-46" />
      <path className={LOOK.grass} d="M0 206l292-72h28v106H0z" />
      <path className={LOOK.metal} d="M32 76l46 8v70l-46 10z" />
      <path className={LOOK.thin} d="M40 88l30 5v52l-30 6z" />
      <path className={LOOK.run} d="M82 150c60 6 120-6 184 4" />
      <Flag x={272} y={158} tall={56} />
    </>
  );
}

const SpotLeft = () => (
  <>
    <Siding from={8} />
    <Grass />
    <path className={LOOK.window} d="M206 46h62v66h-62z" />
    <path className={LOOK.bars} d="M237 46v66M206 79h62" />
    <path className={LOOK.spot} d="M128 186h84l22 30H146z" />
    <Flag x={182} y={202} tall={96} />
    <path className={LOOK.arrow} d="M40 204h62m-16-12 16 12-16 12" />
  </>
);

const SpotRight = () => (
  <>
    <Siding from={8} />
    <Grass />
    <path className={LOOK.wall} d="M48 42h66v142H48z" />
    <path className={LOOK.thin} d="M48 184V42h66v142M100 114v9" />
    <path className={LOOK.spot} d="M108 186h84l22 30H126z" />
    <Flag x={162} y={202} tall={96} />
    <path className={LOOK.arrow} d="M280 204h-62m16-12-16 12 16 12" />
  </>
);

function Openings() {
  return (
    <>
      <Siding from={8} />
      <Grass />
      <path className={LOOK.window} d="M36 44h58v60H36z" />
      <path className={LOOK.bars} d="M65 44v60M36 74h58" />
      <path className={LOOK.wall} d="M118 44h52v140h-52z" />
      <path className={LOOK.thin} d="M118 184V44h52v140M160 112v9" />
      <path className={LOOK.pad} d="M188 190h98l10 12H178z" />
      <path className={LOOK.metal} d="M194 122h86v68h-86z" />
      <ellipse className={LOOK.inside} cx="237" cy="122" rx="43" ry="11" />
      <path
        className={LOOK.quiet}
        d={row(5)
          .map((index) => `M202 ${144 + index * 9}h70`)
          .join("")}
      />
      <Flag x={144} y={222} tall={84} />
      <path className={LOOK.run} d="M132 214 78 112M156 212l34-28" />
    </>
  );
}

function Paving() {
  return (
    <>
      <path className={LOOK.grass} d="M0 70h320v170H0z" />
      <path className={LOOK.wall} d="M0 0h320v70H0z" />
      <path className={LOOK.boards} d="M0 18h320M0 34h320M0 50h320" />
      <path className={LOOK.slab} d="M96 70h74l116 170H62z" />
      <path className={LOOK.joint} d="M90 108h108M80 152h146M70 200h190" />
      <path className={LOOK.run} d="M24 176c70-26 170-30 246-2" />
      <SmallPanel x={26} y={6} />
      <Flag x={284} y={178} tall={70} />
    </>
  );
}

function ElectricMeter() {
  return (
    <>
      <Siding to={240} />
      <path className={LOOK.pipe} d="M160 0v52M160 196v44" />
      <rect className={LOOK.metal} x="92" y="48" width="136" height="150" rx="6" />
      <circle className={LOOK.glass} cx="160" cy="110" r="50" />
      <rect className={LOOK.glow} x="124" y="84" width="72" height="26" rx="3" />
      <text className={LOOK.figure} x="160" y="103">
        40817
      </text>
      <path className={LOOK.thin} d="M134 124h52M140 134h40" />
      <rect className={LOOK.glow} x="122" y="170" width="76" height="18" rx="2" />
      <path className={LOOK.dark} d="M130 179h60" />
    </>
  );
}

const WalkVideo = () => (
  <>
    <Siding from={8} />
    <Grass />
    <SmallPanel x={36} y={84} />
    <path className={LOOK.run} d="M60 176c40 46 110 44 186 34" />
    <Flag x={262} y={212} tall={92} />
    <circle className={LOOK.play} cx="160" cy="104" r="34" />
    <path className={LOOK.darkFill} d="M150 88l28 16-28 16z" />
  </>
);

const AnyPhoto = () => (
  <>
    <path className={LOOK.metal} d="M84 84h38l14-20h48l14 20h38v96H84z" />
    <circle className={LOOK.glass} cx="160" cy="130" r="32" />
    <circle className={LOOK.ring} cx="160" cy="130" r="32" />
    <circle className={LOOK.glow} cx="218" cy="100" r="5" />
  </>
);

/** By the photo slots of api/standby/photos/rules.py; only extra photos have none. */
export const DRAWINGS: Record<string, ReactNode> = {
  panel_open: <PanelOpen />,
  panel_wide: <PanelWide />,
  gas_meter: <GasMeter />,
  generator_spot: <GeneratorSpot />,
  wall_run: <RunPath />,
  path_left: <SpotLeft />,
  path_right: <SpotRight />,
  ac_unit: <Openings />,
  side_yard: <Paving />,
  meter: <ElectricMeter />,
  video: <WalkVideo />,
};

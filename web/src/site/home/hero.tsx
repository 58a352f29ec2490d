import { zipCodeCount } from "virtual:market";
import { city } from "@market/place.json";
import type { ReactNode } from "react";
import { company } from "#content/company.ts";
import { startingPriceCents } from "#content/price-example.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import type { Picture as PictureData } from "#lib/pictures.ts";
import { m } from "#paraglide/messages.js";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";

// Beside the picture, the text takes half of the page.
const HALF = "md:max-w-[min(33rem,48%)]";

// Aligned to the top, not centered: the text stays in place while the rest of the page loads.
const SIZES = {
  home: {
    section: "md:min-h-[min(46rem,100svh-var(--bar-height))]",
    text: "md:pt-[clamp(3rem,13svh,7.5rem)]",
    headline: `max-w-[11ch] text-4xl ${HALF}`,
    lead: HALF,
  },
  // A city's name makes the headline longer than the home page's.
  city: {
    section: "md:min-h-[min(42rem,100svh-var(--bar-height))]",
    text: "md:pt-[clamp(3rem,11svh,6.5rem)]",
    headline: "max-w-[15ch] text-[min(13vw,clamp(2.125rem,1.5rem+2.8vw,3.5rem))]",
    lead: "md:max-w-[min(40ch,48%)]",
  },
};

// On a phone the house is below the text: the picture's sky fades into the night above it. It also
// comes after the text in the document, so that its place is fixed before it is shown, however late
// it is loaded.
const PICTURE = {
  frame:
    "max-md:mt-[-34vw] md:absolute md:inset-y-0 md:right-0 md:left-[34%] md:-z-1 lg:left-[30%]",
  img: [
    "w-full object-cover max-md:mask-[linear-gradient(180deg,transparent_4%,var(--mask)_34%)]",
    "md:h-full md:mask-[linear-gradient(90deg,transparent_4%,var(--mask)_42%)]",
    "md:object-[74%_70%] lg:object-[62%_70%]",
  ].join(" "),
};

type HeroProps = {
  headline?: string | undefined;
  lead?: string | undefined;
  size?: keyof typeof SIZES | undefined;
  picture: PictureData;
  /** Of the picture. */
  alt?: string | undefined;
  /** Below the number to call. */
  note?: ReactNode;
  /** Address box. */
  children?: ReactNode;
};

export function Hero({
  headline = m.home_hero_headline(),
  lead = m.home_hero_lead(),
  size = "home",
  picture,
  alt = m.home_hero_picture(),
  note,
  children,
}: HeroProps) {
  const look = SIZES[size];

  return (
    <section
      className={`on-night relative isolate max-md:flow-root md:grid md:items-start ${look.section}`}
      id="quote"
    >
      <div className={`page relative pt-[clamp(1.5rem,5vw,3rem)] max-md:z-1 md:pb-12 ${look.text}`}>
        <h1 className={`tracking-[-0.03em] ${look.headline}`}>{headline}</h1>
        {/* As high as the price from the start, so that nothing moves when the price arrives. */}
        <p className={`mt-2 text-3xl leading-[1.1] ${HALF}`}>
          <span className="text-lg leading-none">{m.home_hero_starting_at()} </span>
          <Price cents={startingPriceCents} size="2xl" className="text-glow" />
        </p>
        <p className={`mt-4 max-w-[46ch] text-quiet ${look.lead}`}>{lead}</p>
        <div className={`mt-6 max-w-136 ${HALF}`}>{children}</div>
        <CallOrText />
        {note}
      </div>
      <div className={PICTURE.frame}>
        <Picture className={PICTURE.img} picture={picture} alt={alt} first />
      </div>
    </section>
  );
}

function CallOrText() {
  const link = "inline-flex min-h-target items-center font-semibold text-ink";

  return (
    // Lines as high as the links, and each text in one piece with its spaces, so that nothing moves
    // when the next link arrives.
    <p className={`mt-2 text-sm leading-target text-quiet ${HALF}`}>
      {`${m.home_hero_call_or_text_call()} `}
      <a
        className={link}
        href={telHref(company.phone)}
        {...analyticsAttributes("hero_call_clicked")}
      >
        {company.phone}
      </a>
      {` ${m.home_hero_call_or_text_or()} `}
      <a
        className={link}
        href={smsHref(company.phone)}
        {...analyticsAttributes("hero_text_clicked")}
      >
        {m.home_hero_call_or_text_text()}
      </a>
    </p>
  );
}

type TrustStripProps = {
  label?: string | undefined;
  facts?: readonly { figure: string; words: string }[] | undefined;
};

export function TrustStrip({
  label = m.in_short(),
  facts = [
    { figure: String(zipCodeCount), words: m.home_trust_1_words({ city }) },
    { figure: m.home_trust_2_figure(), words: m.home_trust_2_words() },
    { figure: m.home_trust_3_figure(), words: m.home_trust_3_words() },
    { figure: m.home_trust_4_figure(), words: m.home_trust_4_words() },
  ],
}: TrustStripProps) {
  return (
    <section className="on-night border-t border-line" aria-label={label}>
      <ul className="page grid grid-cols-2 gap-4 py-4 md:gap-6 md:py-8 lg:grid-cols-4">
        {facts.map(({ figure, words }) => (
          <li
            className="text-sm leading-[1.4] text-balance text-quiet lg:not-first:border-s lg:not-first:border-line lg:not-first:ps-6"
            key={words}
          >
            <strong className="mb-0.5 block text-xl leading-snug font-semibold tracking-[-0.02em] text-ink">
              {figure}
            </strong>{" "}
            {words}
          </li>
        ))}
      </ul>
    </section>
  );
}

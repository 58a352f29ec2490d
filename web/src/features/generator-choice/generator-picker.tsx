import { type ReactNode, Suspense } from "react";
import type { Badge, GeneratorOption } from "#business/generator-option.ts";
import { listed } from "#lib/format.ts";
import { centsOf, retailValue, wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Price } from "#ui/price.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { useGenerators } from "./use-generators.ts";

type Choice = GeneratorOption["type"];

/** In whole dollars, as the server chose them. */
type CardPrice = {
  generatorCents: number;
  /** With the installation in the visitor's band; null before the band is known. */
  totalCents: number | null;
  isPermitAtCost: boolean;
};

type GeneratorPickerProps = {
  choice: Choice;
  chosenId: number | null;
  /** Of a generator for sale; null while the price book is not there. */
  priceOf: (id: number) => CardPrice | null;
  onChoice: (choice: Choice) => void;
  onChoose: (option: GeneratorOption) => void;
  /** Above the generators for sale: what decides the size. */
  sizing?: ReactNode | undefined;
  /** What a generator for sale does in this home; null for one that is not known. */
  about?: ((option: GeneratorOption) => ReactNode) | undefined;
};

export function GeneratorPicker({ choice, onChoice, ...models }: GeneratorPickerProps) {
  return (
    <div className="grid gap-8">
      <RadioCards
        legend={m.generator_choice_need()}
        isLegendHidden
        name="generator-choice"
        value={choice}
        onChange={(chosen) => onChoice(chosen as Choice)}
        options={[
          {
            value: "buy_here",
            title: m.generator_choice_buy_here(),
            detail: m.generator_choice_buy_here_detail(),
          },
          {
            value: "provide_own",
            title: m.generator_choice_provide_own(),
            detail: m.generator_choice_provide_own_detail(),
          },
        ]}
      />
      {choice === "provide_own" && (
        <Notice tone="info" title={m.generator_choice_own_title()}>
          {m.generator_choice_own_note()}
        </Notice>
      )}
      <Suspense fallback={LOADING}>
        <Models type={choice} {...models} />
      </Suspense>
    </div>
  );
}

// As high as a screen, so that nothing in sight moves when the models come.
const LOADING = (
  <p className="min-h-dvh" role="status">
    {m.generator_choice_loading()}
  </p>
);

type ModelsProps = Omit<GeneratorPickerProps, "choice" | "onChoice"> & { type: Choice };

function Models(props: ModelsProps) {
  const { type, chosenId, priceOf, onChoose, sizing, about } = props;
  const { data: options, isPending, isError, refetch } = useGenerators();

  if (isPending) return LOADING;
  if (isError)
    return (
      <Notice
        tone="danger"
        action={
          <Button variant="outline" size="sm" onClick={() => refetch()}>
            {m.try_again()}
          </Button>
        }
      >
        {m.generator_choice_failed()}
      </Notice>
    );

  const offered = options.filter((option) => option.type === type);
  const choose = (id: string) => {
    const chosen = offered.find((option) => String(option.id) === id);
    if (chosen) onChoose(chosen);
  };
  const isSale = type === "buy_here";
  const shared = sharedBadges(offered);

  const models = (
    <RadioCards
      legend={isSale ? m.generator_choice_size() : m.generator_choice_own_size()}
      name={`generator-${type}`}
      value={chosenId === null ? null : String(chosenId)}
      onChange={choose}
      options={offered.map((option) => {
        const price = priceOf(option.id);
        const own = option.badges.filter((badge) => !shared.includes(badge));
        return {
          value: String(option.id),
          title: m.generator_choice_kw({ kw: option.kw }),
          detail: isSale ? (
            <Model option={option} about={about?.(option)} badges={own} price={price} />
          ) : (
            option.description
          ),
          aside: isSale && <Price cents={price?.generatorCents ?? centsOf(option.price)} />,
        };
      })}
    />
  );
  if (!isSale) return models;
  return (
    <>
      {sizing}
      <div className="grid gap-3">
        {models}
        {shared.length > 0 && (
          <p className="text-sm text-quiet">
            {m.generator_choice_each({ badges: listed(shared.map(badgeName)) })}
          </p>
        )}
      </div>
    </>
  );
}

const badgeName = (badge: Badge) => m.generator_choice_badge({ badge });

/** Badges that tell nothing apart: each of several generators has them. */
function sharedBadges([first, ...others]: readonly GeneratorOption[]): Badge[] {
  if (!first || others.length === 0) return [];
  return first.badges.filter((badge) => others.every(({ badges }) => badges.includes(badge)));
}

type ModelProps = {
  option: GeneratorOption;
  about: ReactNode;
  badges: readonly Badge[];
  price: CardPrice | null;
};

function Model({ option, about, badges, price }: ModelProps) {
  const total = price?.totalCents ?? null;
  return (
    <>
      <span className="mb-1 block">
        {option.brand} {option.model}
      </span>
      {total !== null && (
        <span className="mb-2 block text-base font-semibold text-ink">
          {price?.isPermitAtCost
            ? m.generator_choice_installed_permit_extra({ total: wholeDollars(total) })
            : m.generator_choice_installed({ total: wholeDollars(total) })}
        </span>
      )}
      {about ?? <span className="block">{option.description}</span>}
      {badges.length > 0 && (
        <span className="mt-3 flex flex-wrap gap-1">
          {badges.map((badge) => (
            <span
              className="rounded-full border border-line px-2 py-0.5 text-xs font-medium text-ink"
              key={badge}
            >
              {badgeName(badge)}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

type IncludedItem = {
  id: number;
  bonus_name: string;
  bonus_description: string;
  retail_value_cents: number;
};

/** Items included with a generator bought here, their retail value struck through (HOME-07.3). */
export function IncludedItems({ items }: { items: IncludedItem[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-md">{m.generator_choice_included()}</h2>
      <ul className="list-none p-0">
        {items.map((item) => (
          <li
            className="grid grid-cols-[auto_1fr_auto_4.5rem] items-center gap-2 border-t border-line py-2"
            key={item.id}
          >
            <Icon className="text-success" name="check" />
            <span>
              {item.bonus_name}
              <small className="block text-sm text-quiet">{item.bonus_description}</small>
            </span>
            {item.retail_value_cents > 0 && (
              <s className="text-quiet">{retailValue(item.retail_value_cents)}</s>
            )}
            <span className="col-4 text-end text-sm font-semibold text-success">
              {m.generator_choice_included_free()}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-quiet">{m.generator_choice_included_worth()}</p>
    </section>
  );
}

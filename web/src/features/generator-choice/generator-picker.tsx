import { type ReactNode, Suspense } from "react";
import { retailValue } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Price } from "#ui/price.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import type { GeneratorOption } from "./generator-option.ts";
import { useGenerators } from "./use-generators.ts";

type Choice = GeneratorOption["type"];

type GeneratorPickerProps = {
  choice: Choice;
  chosenId: number | null;
  generatorCents: (id: number) => number | null;
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
  const { type, chosenId, generatorCents, onChoose, sizing, about } = props;
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

  const models = (
    <RadioCards
      legend={isSale ? m.generator_choice_size() : m.generator_choice_own_size()}
      name={`generator-${type}`}
      value={chosenId === null ? null : String(chosenId)}
      onChange={choose}
      options={offered.map((option) => ({
        value: String(option.id),
        title: `${option.kw} kW`,
        detail: isSale ? <Model option={option} about={about?.(option)} /> : option.description,
        aside: isSale && <Price cents={generatorCents(option.id) ?? dollars(option.price)} />,
      }))}
    />
  );
  if (!isSale || !sizing) return models;
  return (
    <>
      {sizing}
      {models}
    </>
  );
}

function Model({ option, about }: { option: GeneratorOption; about: ReactNode }) {
  return (
    <>
      <span className="mb-1 block">
        {option.brand} {option.model}
      </span>
      {about ?? <span className="block">{option.description}</span>}
      <span className="mt-3 flex flex-wrap gap-1">
        {option.badges.map((badge) => (
          <span
            className="rounded-full border border-line px-2 py-0.5 text-xs font-medium text-ink"
            key={badge}
          >
            {badge}
          </span>
        ))}
      </span>
    </>
  );
}

// The API's price is in dollars; everything here counts cents.
const dollars = (price: number): number => Math.round(price * 100);

type IncludedItem = { id: number; bonus_name: string; retail_value_cents: number };

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
            <span>{item.bonus_name}</span>
            {item.retail_value_cents > 0 && (
              <s className="text-quiet">{retailValue(item.retail_value_cents)}</s>
            )}
            <span className="col-4 text-end text-sm font-semibold text-success">
              {m.generator_choice_included_free()}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { type ReactNode, useId } from "react";
import { FieldError } from "#ui/field.tsx";

export type RadioCard = {
  value: string;
  title: ReactNode;
  badge?: string | undefined;
  detail?: ReactNode | undefined;
  aside?: ReactNode | undefined;
  disabled?: boolean | undefined;
};

const LIST = {
  set: "gap-3",
  card: "min-h-18 items-start gap-x-3.5 rounded-md p-5",
  input: "size-6 checked:border-[0.4375rem]",
  title: "text-md",
  aside: "text-lg leading-[1.2]",
  detail: "col-[2/-1] mt-1 text-sm leading-[1.5]",
  legend: "mb-4 text-lg",
};

const LAYOUTS = {
  list: LIST,
  slim: {
    ...LIST,
    legend: "mb-2 text-sm",
    set: "gap-2",
    card: "min-h-14 items-center gap-x-3.5 rounded-md px-5 py-3",
  },
  /** Two short answers side by side. */
  pair: {
    ...LIST,
    legend: "mb-2 text-md",
    set: "grid-cols-2 gap-3",
    card: "min-h-target items-start gap-x-3.5 rounded-md px-4 py-3",
  },
  /** Two answers side by side, their details below them. */
  windows: {
    ...LIST,
    set: "grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] gap-3",
    card: "min-h-18 content-start items-start gap-x-2.5 rounded-md px-3 py-4",
    detail: "col-span-full mt-1 text-xs leading-[1.5]",
  },
  amounts: {
    ...LIST,
    legend: "mb-3 text-base",
    card: "min-h-14 items-start gap-x-3.5 rounded-md px-4 py-3.5",
    aside: "text-base leading-[1.5]",
  },
  console: {
    set: "gap-1.5",
    card: "min-h-target content-center items-start gap-x-2.5 rounded-sm px-3 py-2",
    input: "size-5 checked:border-[0.375rem]",
    title: "text-sm",
    legend: "mb-1.5 text-sm",
    aside: LIST.aside,
    detail: "col-[2/-1] text-xs leading-[1.4]",
  },
};

type Layout = keyof typeof LAYOUTS;

type RadioCardsProps = {
  legend: ReactNode;
  /** Where a heading above asks already, the legend is for screen readers. */
  isLegendHidden?: boolean | undefined;
  name: string;
  value: string | null;
  onChange: (value: string) => void;
  options: readonly RadioCard[];
  error?: string | undefined;
  layout?: Layout | undefined;
};

/** Choice of a few options, each with room for an explanation. */
export function RadioCards({ error, layout = "list", ...rest }: RadioCardsProps) {
  const { legend, isLegendHidden, name, value, onChange, options } = rest;
  const errorId = `${useId()}-error`;

  return (
    <fieldset
      className={`grid ${LAYOUTS[layout].set}`}
      aria-describedby={error ? errorId : undefined}
    >
      <legend
        className={
          isLegendHidden
            ? "sr-only"
            : `col-span-full p-0 leading-snug font-semibold ${LAYOUTS[layout].legend}`
        }
      >
        {legend}
      </legend>
      {options.map((option) => (
        <Card
          layout={layout}
          key={option.value}
          option={option}
          name={name}
          checked={option.value === value}
          onChoose={() => onChange(option.value)}
        />
      ))}
      {error && (
        <FieldError id={errorId} className="col-span-full">
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}

type CardProps = {
  option: RadioCard;
  name: string;
  checked: boolean;
  layout: Layout;
  onChoose: () => void;
};

function Card({ option, name, checked, layout, onChoose }: CardProps) {
  const look = LAYOUTS[layout];
  const id = useId();
  const { title, badge, detail, aside, disabled } = option;

  return (
    <label
      className={`radio-card grid cursor-pointer grid-cols-[auto_1fr_auto] border border-line bg-surface-raised transition-colors hover:border-line-strong has-checked:border-chosen has-checked:bg-surface-chosen has-checked:[box-shadow:inset_0_0_0_1px_var(--chosen)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus data-disabled:cursor-not-allowed data-disabled:bg-surface-sunken ${look.card}`}
      data-disabled={disabled || undefined}
    >
      <input
        className={`mt-[0.1rem] cursor-[inherit] appearance-none rounded-full border-[1.5px] border-line-strong bg-surface-raised transition-[border-width] checked:border-chosen focus-visible:outline-none in-data-disabled:opacity-50 forced-colors:appearance-auto ${look.input}`}
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-title`}
        aria-describedby={detail || aside ? `${id}-rest` : undefined}
        onChange={onChoose}
      />
      <span
        className={`leading-[1.4] font-semibold in-data-disabled:opacity-50 ${look.title}`}
        id={`${id}-title`}
      >
        {title}
        {badge && (
          <span className="ms-1.5 inline-block rounded-full bg-emphasis-surface px-2 py-0.5 align-[0.08em] text-xs font-semibold whitespace-nowrap text-emphasis">
            {" "}
            {badge}
          </span>
        )}
      </span>
      <span className="contents" id={`${id}-rest`}>
        {aside && (
          <span className={`text-end font-semibold tabular-nums ${look.aside}`}>{aside}</span>
        )}
        {detail && <span className={`text-quiet ${look.detail}`}>{detail}</span>}
      </span>
    </label>
  );
}

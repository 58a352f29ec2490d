import { type ReactNode, useId } from "react";
import { FieldError } from "#ui/field.tsx";
import "./radio-cards.css";

export type RadioCard = {
  value: string;
  title: ReactNode;
  badge?: string | undefined;
  detail?: ReactNode | undefined;
  aside?: ReactNode | undefined;
  disabled?: boolean | undefined;
};

type RadioCardsProps = {
  legend: ReactNode;
  name: string;
  value: string | null;
  onChange: (value: string) => void;
  options: readonly RadioCard[];
  error?: string | undefined;
};

/** Choice of a few options, each with room for an explanation. */
export function RadioCards({ legend, name, value, onChange, options, error }: RadioCardsProps) {
  const errorId = `${useId()}-error`;

  return (
    <fieldset className="radio-cards" aria-describedby={error ? errorId : undefined}>
      <legend className="radio-cards__legend">{legend}</legend>
      {options.map((option) => (
        <Card
          key={option.value}
          option={option}
          name={name}
          checked={option.value === value}
          onChoose={() => onChange(option.value)}
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

type CardProps = { option: RadioCard; name: string; checked: boolean; onChoose: () => void };

function Card({ option, name, checked, onChoose }: CardProps) {
  const id = useId();
  const { title, badge, detail, aside, disabled } = option;

  return (
    <label className="radio-card" data-disabled={disabled || undefined}>
      <input
        className="radio-card__input"
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-title`}
        aria-describedby={detail || aside ? `${id}-rest` : undefined}
        onChange={onChoose}
      />
      <span className="radio-card__title" id={`${id}-title`}>
        {title}
        {badge && <span className="radio-card__badge"> {badge}</span>}
      </span>
      <span className="radio-card__rest" id={`${id}-rest`}>
        {aside && <span className="radio-card__aside">{aside}</span>}
        {detail && <span className="radio-card__detail">{detail}</span>}
      </span>
    </label>
  );
}

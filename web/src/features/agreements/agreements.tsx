import { paths } from "#lib/paths.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { Agreed, AgreementErrors } from "./agreement-rules.ts";
import { copy } from "./copy.ts";

type AgreementsProps = {
  value: Agreed;
  errors: AgreementErrors;
  /** Formatted, e.g. "$100". */
  feeAmount: string;
  onChange: (value: Agreed) => void;
};

/** Three checkboxes, none checked initially; each shows its own error. */
export function Agreements({ value, errors, feeAmount, onChange }: AgreementsProps) {
  const boxFor = (name: keyof Agreed) => ({
    name,
    checked: value[name],
    error: errors[name],
    onChange: (checked: boolean) => onChange({ ...value, [name]: checked }),
  });

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 p-0 text-xl leading-snug font-semibold tracking-[-0.012em]">
        {copy.title}
      </legend>
      <Checkbox
        {...boxFor("terms_accepted")}
        label={<Reading {...copy.terms} href={paths.legal.terms} />}
      />
      <Checkbox
        {...boxFor("privacy_policy_accepted")}
        label={<Reading {...copy.privacy} href={paths.legal.privacy} />}
      />
      <Checkbox {...boxFor("scheduling_fee_acknowledged")} label={copy.fee(feeAmount)} />
    </fieldset>
  );
}

type ReadingProps = { before: string; link: string; href: string };

const Reading = ({ before, link, href }: ReadingProps) => (
  <>
    {before}
    <a href={href} target="_blank" rel="noreferrer">
      {link}
      <VisuallyHidden> {copy.opensNew}</VisuallyHidden>
    </a>
  </>
);

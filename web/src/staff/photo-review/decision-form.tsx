import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import type { Schemas } from "#api/client.ts";
import { errorCode } from "#api/error-messages.ts";
import { longestFlatRunFt, runRange } from "#business/bands.ts";
import { priceRise } from "#business/terms.ts";
import { LinesCompared } from "#features/price-lock/lines-compared.tsx";
import { centsIn, dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice, type Tone } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextArea } from "#ui/text-field.tsx";
import { useNotConnected } from "../session/told.ts";
import { FormRadioCards, FormTextField, showProblem } from "../shell/form.tsx";
import { problemMessage, StaffProblem } from "../shell/screen.tsx";
import { useUndoToast } from "../shell/use-undo-toast.ts";
import {
  type Confirmed,
  type Preview,
  type Review,
  useDecision,
  usePreview,
} from "./use-review.ts";

/** Parse a dollar amount to cents; "" when empty, null when invalid. */
export const centsTyped = (text: string): number | "" | null =>
  text.trim() === "" ? "" : centsIn(text);

/** Parse the feet of a run, whole and in range; null otherwise. */
export function feetTyped(text: string): number | null {
  const written = text.trim();
  if (!/^\d{1,4}$/.test(written)) return null;
  const feet = Number(written);
  return feet >= 1 && feet <= 2000 ? feet : null;
}

type DecisionFormProps = {
  review: Review;
  form: ReturnType<typeof useDecisionForm>;
  onDone: () => void;
};

const NO_PRICE = "installation_price_missing";

const answered = v.object({
  feet: v.pipe(
    v.string(),
    v.check((feet) => feetTyped(feet) !== null, m.staff_photo_review_feet_missing()),
  ),
  dollars: v.pipe(
    v.string(),
    v.check((dollars) => centsTyped(dollars) !== null, m.staff_photo_review_own_price_wrong()),
  ),
  /** Of load management modules, where some are to be quoted: null until chosen. */
  modules: v.nullable(v.picklist(["quoted", "without"])),
  moduleDollars: v.string(),
  /** How the homeowner agreed to go without. */
  customerWords: v.string(),
  /** Null until staff type their own. */
  reason: v.nullable(v.string()),
});

const isPriced = ({ modules, moduleDollars }: Pick<Entered, "modules" | "moduleDollars">) =>
  modules !== "quoted" || typeof centsTyped(moduleDollars) === "number";

const isAgreed = ({ modules, customerWords }: Pick<Entered, "modules" | "customerWords">) =>
  modules !== "without" || !isTooShort(customerWords);

type Entered = v.InferOutput<typeof answered>;

const schema = v.pipe(
  answered,
  v.forward(
    v.partialCheck(
      [["modules"], ["moduleDollars"]],
      isPriced,
      m.staff_photo_review_own_price_wrong(),
    ),
    ["moduleDollars"],
  ),
  v.forward(
    v.partialCheck(
      [["modules"], ["customerWords"]],
      isAgreed,
      m.staff_photo_review_customer_said_missing(),
    ),
    ["customerWords"],
  ),
);

/** The form of a decision; it outlives the choice between confirming and asking again. */
export const useDecisionForm = () =>
  useForm({
    mode: "onChange",
    resolver: valibotResolver(schema),
    defaultValues: {
      feet: "",
      dollars: "",
      modules: null as Entered["modules"],
      moduleDollars: "",
      customerWords: "",
      reason: null as string | null,
    },
  });

/**
 * Confirm the distance: the price is locked at once, or sent to the homeowner as a change order
 * (PHOTO-02.2).
 */
export function DecisionForm({ review, form, onDone }: DecisionFormProps) {
  const tell = useUndoToast();
  const { control, formState, handleSubmit, setError, setValue } = form;
  const entered = useWatch({ control });
  const { reason: ownReason, modules } = entered;
  const confirmed = confirmedOf(entered);
  const { data, error: refusal, isPlaceholderData } = usePreview(review.id, confirmed);
  const preview = confirmed && !refusal ? data : undefined;
  const decision = useDecision(review.id);
  const customer = review.customer_name;
  const needed = review.modules_to_quote;
  const reason = ownReason ?? usualReason(review, preview, confirmed);

  const decide = handleSubmit((values) => {
    if (needed > 0 && values.modules === null)
      return setError("modules", { message: m.staff_photo_review_modules_missing() });
    if (isTooShort(reason))
      return setError("reason", { message: m.staff_photo_review_reason_missing() });
    if (!confirmed || !preview || isPlaceholderData || decision.isPending) return;
    const body = {
      confirmed_run_ft: confirmed.feet,
      installation_cents: confirmed.installationCents,
      module_cents: confirmed.moduleCents,
      without_modules: modules === "without",
      customer_words: modules === "without" ? onOneLine(values.customerWords) : "",
      reason: onOneLine(reason),
      if_version: review.order_version,
    };
    decision.mutate(body, {
      onSuccess: (decided) => {
        void tell({ customer, title: successMessage(decided), tone: "success" });
        onDone();
      },
      onError: (failure) => showProblem(form, failure),
    });
  });

  return (
    <form className="grid min-w-0 content-start gap-4" onSubmit={decide} noValidate>
      <FormTextField
        control={control}
        name="feet"
        label={m.staff_photo_review_feet()}
        hint={m.staff_photo_review_feet_hint()}
        inputMode="numeric"
        autoComplete="off"
      />
      <FormTextField
        control={control}
        name="dollars"
        label={m.staff_photo_review_own_price()}
        hint={m.staff_photo_review_own_price_hint({ longestFlatRunFt })}
        inputMode="decimal"
        autoComplete="off"
        error={errorCode(refusal) === NO_PRICE ? problemMessage(refusal) : undefined}
      />
      {needed > 0 && <ModulesChoice control={control} needed={needed} chosen={modules ?? null} />}
      <Outcome review={review} preview={preview} refusal={refusal} isAsked={confirmed !== null} />
      <TextArea
        label={m.staff_photo_review_reason()}
        name="reason"
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(text) => setValue("reason", text, { shouldValidate: true })}
        error={formState.errors.reason?.message}
      />
      {decision.error && <StaffProblem problem={decision.error} />}
      <Button
        type="submit"
        variant={preview?.outcome === "asked" ? "default" : "cta-green"}
        busy={decision.isPending}
        busyLabel={m.staff_photo_review_deciding()}
      >
        {preview ? submitLabel(preview) : m.staff_photo_review_confirm()}
      </Button>
    </form>
  );
}

type ModulesChoiceProps = {
  control: ReturnType<typeof useDecisionForm>["control"];
  needed: number;
  chosen: Entered["modules"];
};

/** What the homeowner was promised on step 2: these are quoted before anything is signed. */
const ModulesChoice = ({ control, needed, chosen }: ModulesChoiceProps) => (
  <>
    <FormRadioCards
      control={control}
      name="modules"
      layout="console"
      legend={m.staff_photo_review_modules({ count: needed })}
      options={[
        { value: "quoted", title: m.staff_photo_review_modules_quoted() },
        { value: "without", title: m.staff_photo_review_modules_without() },
      ]}
    />
    {chosen === "quoted" && (
      <FormTextField
        control={control}
        name="moduleDollars"
        label={m.staff_photo_review_module_price()}
        hint={m.staff_photo_review_module_price_hint()}
        inputMode="decimal"
        autoComplete="off"
      />
    )}
    {chosen === "without" && (
      <FormTextField
        control={control}
        name="customerWords"
        label={m.staff_photo_review_customer_said()}
        hint={m.staff_photo_review_customer_said_hint()}
        maxLength={100}
        autoComplete="off"
      />
    )}
  </>
);

type OutcomeProps = {
  review: Review;
  preview: Preview | undefined;
  refusal: unknown;
  isAsked: boolean;
};

function Outcome({ review, preview, refusal, isAsked }: OutcomeProps) {
  if (refusal) return errorCode(refusal) === NO_PRICE ? null : <StaffProblem problem={refusal} />;
  if (preview) return <PricePreview preview={preview} promised={review.price.lines} />;
  return isAsked ? <Spinner label={m.staff_photo_review_previewing()} /> : null;
}

const isTooShort = (reason: string) => reason.trim().length < 3;

const onOneLine = (words: string) => words.replace(/\s+/g, " ").trim();

// Default reason, until staff type their own.
function usualReason(
  review: Review,
  preview: Preview | undefined,
  confirmed: Confirmed | null,
): string {
  if (!preview || !confirmed) return "";
  const run = runReason(review, preview, confirmed.feet);
  if (confirmed.moduleCents === null) return run;
  return `${run} ${m.staff_photo_review_modules_reason({ count: review.modules_to_quote })}`;
}

// By the installation alone: modules raise a total for a run that is as it was chosen.
function runReason(review: Review, preview: Preview, feet: number): string {
  const [was, now] = [review.price.lines.installation_cents, preview.lines.installation_cents];
  if (now > was) return m.staff_photo_review_longer_reason({ feet });
  return now === was
    ? m.staff_photo_review_same_reason({ feet })
    : m.staff_photo_review_shorter_reason({ feet });
}

function submitLabel({ outcome, lines }: Preview): string {
  const total = dollarsAndCents(lines.total_cents);
  if (outcome === "asked") return m.staff_photo_review_propose({ total });
  return outcome === "kept"
    ? m.staff_photo_review_lock({ total })
    : m.staff_photo_review_lock_lower({ total });
}

function successMessage({ status, lines }: Schemas["ReviewDecidedOut"]): string {
  const total = dollarsAndCents(lines.total_cents);
  return status === "locked"
    ? m.staff_photo_review_locked_toast({ total })
    : m.staff_photo_review_proposed_toast({ total });
}

const TONES: Record<Preview["outcome"], Tone> = {
  kept: "success",
  lowered: "success",
  asked: "warning",
};

type PricePreviewProps = { preview: Preview; promised: Review["price"]["lines"] };

/** The band of the distance, the resulting price, and what confirming does. */
const PricePreview = ({ preview, promised }: PricePreviewProps) => (
  <div className="grid min-w-0 content-start gap-4" aria-live="polite">
    <p>
      <strong>{runRange(preview)}</strong>
      {preview.change_cents !== 0 && ` ${signedPercent(preview.percent)}`}
    </p>
    <LinesCompared before={promised} after={preview.lines} />
    <Notice tone={TONES[preview.outcome]}>
      {`${consequenceOf(preview)} ${useNotConnected()}`.trim()}
    </Notice>
  </div>
);

function consequenceOf({ outcome, is_refundable }: Preview): string {
  if (outcome === "asked" && is_refundable)
    return m.staff_photo_review_longer_refundable({ priceRise });
  return m.staff_photo_review({ outcome });
}

function confirmedOf({
  feet = "",
  dollars = "",
  modules,
  moduleDollars = "",
}: Partial<Entered>): Confirmed | null {
  const read = { feet: feetTyped(feet), cents: centsTyped(dollars) };
  if (read.feet === null || read.cents === null) return null;
  const each = modules === "quoted" ? centsTyped(moduleDollars) : null;
  // The total is not known before the price of a module is.
  if (modules === "quoted" && typeof each !== "number") return null;
  return {
    feet: read.feet,
    installationCents: read.cents === "" ? null : read.cents,
    moduleCents: each || each === 0 ? each : null,
  };
}

const signedPercent = (percent: number): string =>
  `${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`;

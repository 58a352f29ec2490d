import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { useToast } from "#ui/toast.tsx";
import { FormCheckbox, FormTextArea } from "../shell/form.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import type { ReviewSlot } from "./photo-slots.ts";
import { type Review, useRetake } from "./use-review.ts";

const LONGEST = 500;

const reasonOf = ({ reasons, words }: { reasons: readonly string[]; words: string }) =>
  [...reasons, words].join(" ").replace(/\s+/g, " ").trim();

const schema = v.pipe(
  v.object({ reasons: v.array(v.string()), words: v.string(), isFull: v.boolean() }),
  v.forward(
    v.check((values) => reasonOf(values).length >= 3, m.staff_photo_review_retake_missing()),
    ["words"],
  ),
  v.forward(
    v.check(
      (values) => reasonOf(values).length <= LONGEST,
      ({ input }) => m.staff_photo_review_too_long({ count: reasonOf(input).length }),
    ),
    ["words"],
  ),
);

type RetakeFormProps = { review: Review; slots: readonly ReviewSlot[]; onDone: () => void };

/** Request new photos: which ones, and why. */
export function RetakeForm({ review, slots, onDone }: RetakeFormProps) {
  const toast = useToast();
  const retake = useRetake(review.id);
  const reasons = slots.flatMap(({ slot }) => m.staff_photo_review_slot_reason({ slot }) || []);
  const { control, formState, handleSubmit, setValue } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { reasons: [] as string[], words: "", isFull: false },
  });
  const [chosen, words] = useWatch({ control, name: ["reasons", "words"] });
  const typed = reasonOf({ reasons: chosen, words }).length;

  const requestRetake = handleSubmit((values) => {
    if (retake.isPending) return;
    retake.mutate(
      {
        reason: reasonOf(values),
        needs_full_review: values.isFull,
        seen_version: review.order_version,
      },
      {
        onSuccess: () => {
          toast({ title: m.staff_photo_review_retake_toast(), tone: "success" });
          onDone();
        },
      },
    );
  });
  // In the order of the photos, in which the homeowner reads them.
  const choose = (reason: string, isChosen: boolean) =>
    setValue(
      "reasons",
      reasons.filter((one) => (one === reason ? isChosen : chosen.includes(one))),
      { shouldValidate: formState.isSubmitted },
    );

  return (
    <form className="grid min-w-0 content-start gap-4" onSubmit={requestRetake} noValidate>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{m.staff_photo_review_reasons()}</legend>
        {reasons.map((reason) => (
          <Checkbox
            key={reason}
            name="reasons"
            label={reason}
            checked={chosen.includes(reason)}
            onChange={(isChosen) => choose(reason, isChosen)}
          />
        ))}
      </fieldset>
      <FormTextArea
        control={control}
        name="words"
        label={m.staff_photo_review_own_reason()}
        hint={m.staff_photo_review_own_reason_hint()}
        rows={3}
        error={typed > LONGEST ? m.staff_photo_review_too_long({ count: typed }) : undefined}
      />
      {review.least_photos < 10 && (
        <FormCheckbox control={control} name="isFull" label={m.staff_photo_review_full_review()} />
      )}
      {retake.error && <StaffProblem problem={retake.error} />}
      <Button type="submit" busy={retake.isPending} busyLabel={m.staff_photo_review_deciding()}>
        {m.staff_photo_review_request()}
      </Button>
    </form>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormCheckbox, FormTextArea } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { useUndoToast } from "../shell/use-undo-toast.ts";
import { canBeSeen, type Review, type ReviewSlot, useRetake } from "./use-review.ts";

const LONGEST = 500;

const reasonOf = ({ slots, words }: { slots: readonly string[]; words: string }) =>
  [...slots.map((slot) => m.staff_photo_review_slot_reason({ slot })), words]
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

const retakeSchema = v.pipe(
  v.object({ slots: v.array(v.string()), words: v.string(), isFull: v.boolean() }),
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
  const tell = useUndoToast();
  const retake = useRetake(review.id);
  const named = slots.flatMap((each) => {
    const reason = m.staff_photo_review_slot_reason({ slot: each.slot });
    return reason || canBeSeen(each) ? { slot: each.slot, label: reason || each.title } : [];
  });
  const { control, formState, handleSubmit, setValue } = useForm({
    resolver: valibotResolver(retakeSchema),
    defaultValues: { slots: [] as string[], words: "", isFull: false },
  });
  const [chosen, words] = useWatch({ control, name: ["slots", "words"] });
  const typed = reasonOf({ slots: chosen, words }).length;

  const requestRetake = handleSubmit((values) => {
    if (retake.isPending) return;
    retake.mutate(
      {
        reason: reasonOf(values),
        slots: values.slots,
        needs_full_review: values.isFull,
        if_version: review.order_version,
      },
      {
        onSuccess: () => {
          const customer = review.customer_name;
          void tell({ customer, title: m.staff_photo_review_retake_toast(), tone: "success" });
          onDone();
        },
      },
    );
  });
  // In the order of the photos, in which the homeowner reads them.
  const choose = (slot: string, isChosen: boolean) =>
    setValue(
      "slots",
      named
        .map((each) => each.slot)
        .filter((one) => (one === slot ? isChosen : chosen.includes(one))),
      { shouldValidate: formState.isSubmitted },
    );

  return (
    <form className="grid min-w-0 content-start gap-4" onSubmit={requestRetake} noValidate>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{m.staff_photo_review_reasons()}</legend>
        {named.map(({ slot, label }) => (
          <Checkbox
            key={slot}
            name="slots"
            label={label}
            checked={chosen.includes(slot)}
            onChange={(isChosen) => choose(slot, isChosen)}
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

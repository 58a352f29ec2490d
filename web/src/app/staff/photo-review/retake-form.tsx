import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { useToast } from "#ui/toast.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { copy } from "./copy.ts";
import type { ReviewSlot } from "./photo-slots.ts";
import { type Review, useRetake } from "./use-review.ts";

const LONGEST = 500;

type RetakeFormProps = { review: Review; slots: readonly ReviewSlot[]; onDone: () => void };

/** Request new photos: which ones, and why. */
export function RetakeForm({ review, slots, onDone }: RetakeFormProps) {
  const toast = useToast();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [words, setWords] = useState("");
  const [isFull, setFull] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const retake = useRetake(review.id);
  const reasons = slots.flatMap(({ slot }) => copy.shotReason(slot) ?? []);
  const reason = [...reasons.filter((each) => chosen.includes(each)), words]
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  const problem = problemOf(reason);

  const requestRetake = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (problem || retake.isPending) return;
    retake.mutate(
      { reason, needs_full_review: isFull, seen_version: review.order_version },
      {
        onSuccess: () => {
          toast({ title: copy.retakeToast, tone: "success" });
          onDone();
        },
      },
    );
  };

  const choose = (each: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, each] : before.filter((one) => one !== each)));

  return (
    <form className="grid min-w-0 content-start gap-4" onSubmit={requestRetake} noValidate>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{copy.reasons}</legend>
        {reasons.map((each) => (
          <Checkbox
            key={each}
            name="reasons"
            label={each}
            checked={chosen.includes(each)}
            onChange={(isChosen) => choose(each, isChosen)}
          />
        ))}
      </fieldset>
      <TextArea
        label={copy.ownWords}
        name="words"
        hint={copy.ownWordsHint}
        rows={3}
        value={words}
        onChange={setWords}
        error={isPressed || reason.length > LONGEST ? problem : undefined}
      />
      {review.least_photos < 10 && (
        <Checkbox name="full" label={copy.fullReview} checked={isFull} onChange={setFull} />
      )}
      {retake.error && <StaffProblem problem={retake.error} />}
      <Button type="submit" busy={retake.isPending} busyLabel={copy.deciding}>
        {copy.ask}
      </Button>
    </form>
  );
}

function problemOf(reason: string): string | undefined {
  if (reason.length > LONGEST) return copy.tooLong(reason.length);
  return reason.length < 3 ? copy.retakeMissing : undefined;
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { errorMessage } from "#api/error-messages.ts";
import { type MyReview, myBooking, type OwnReview, useMyReview } from "#api/my-booking.ts";
import { paths } from "#lib/paths.ts";
import { hasWebAddress } from "#lib/web-address.ts";
import { m } from "#paraglide/messages.js";
import { ActionResult } from "#ui/action-result.tsx";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { requiredText, ticked, useFormCheckbox, useFormField } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";

type MyReviewPanelProps = { customerName: string };

/** The homeowner's review of a finished order, which they may change until it is published. */
export function MyReviewPanel({ customerName }: MyReviewPanelProps) {
  const { data, refetch } = useMyReview();
  const [isChanging, setChanging] = useState(false);
  const [isSent, setSent] = useState(false);
  if (!data || !(data.review || data.can_be_written)) return null;
  const { review, can_be_written } = data;
  const done = () => {
    setChanging(false);
    setSent(true);
    void refetch();
  };

  return (
    <Panel id="review" title={m.my_review_title()}>
      {review && !isChanging ? (
        <ActionResult isNew={isSent}>
          <Written
            review={review}
            onChange={can_be_written ? () => setChanging(true) : undefined}
          />
        </ActionResult>
      ) : (
        <ReviewForm mine={data} customerName={customerName} onSent={done} />
      )}
    </Panel>
  );
}

type WrittenProps = { review: OwnReview; onChange: (() => void) | undefined };

function Written({ review, onChange }: WrittenProps) {
  const { stars, text, shown_name, status, declined_because } = review;
  return (
    <>
      <p className="font-semibold">{m.reviews_stars({ stars })}</p>
      <blockquote className="whitespace-pre-line wrap-anywhere">{text}</blockquote>
      <p className="text-sm text-quiet">{shown_name}</p>
      <Notice tone={status === "declined" ? "warning" : "success"}>
        {status === "waiting" && m.my_review_waiting()}
        {status === "declined" && m.my_review_declined({ reason: declined_because })}
        {status === "published" && (
          <>
            {m.my_review_published()} <a href={paths.reviews}>{m.my_review_see()}</a>
          </>
        )}
      </Notice>
      {onChange && (
        <div>
          <Button variant="outline" onClick={onChange}>
            {m.my_review_again()}
          </Button>
        </div>
      )}
    </>
  );
}

const STARS = ["5", "4", "3", "2", "1"] as const;

const schema = v.object({
  stars: v.picklist(STARS, m.my_review_stars_missing()),
  text: requiredText(m.my_review_text_missing()),
  shown_name: v.pipe(
    requiredText(m.my_review_name_missing()),
    v.check((text) => !hasWebAddress(text), m.web_address_left_out()),
  ),
  consent: ticked(m.my_review_consent_missing()),
});

type ReviewFormProps = { mine: MyReview; customerName: string; onSent: () => void };

function ReviewForm({ mine: { review, city }, customerName, onSent }: ReviewFormProps) {
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      stars: (review ? String(review.stars) : "") as (typeof STARS)[number],
      text: review?.text ?? "",
      shown_name: review?.shown_name ?? shortName(customerName),
      consent: false,
    },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: myBooking.review,
    onSuccess: onSent,
  });
  const send = handleSubmit(({ stars, consent: _, ...rest }) =>
    mutate({ ...rest, stars: Number(stars), consent: true }),
  );
  const stars = useFormField(control, "stars");

  return (
    <form className="grid gap-4" noValidate onSubmit={send}>
      <p className="text-quiet">{m.my_review_lead()}</p>
      <RadioCards
        layout="slim"
        legend={m.my_review_stars()}
        name="stars"
        value={stars.value}
        onChange={stars.onChange}
        error={stars.error}
        options={STARS.map((value) => ({
          value,
          title: m.my_review_star_choice({ count: Number(value) }),
        }))}
      />
      <TextArea
        {...useFormField(control, "text")}
        label={m.my_review_text()}
        hint={m.my_review_text_hint()}
        rows={5}
        maxLength={1000}
        required
      />
      <TextField
        {...useFormField(control, "shown_name")}
        label={m.my_review_name()}
        hint={m.my_review_name_hint({ city })}
        maxLength={60}
        required
      />
      <Checkbox {...useFormCheckbox(control, "consent")} label={m.my_review_consent()} required />
      {error && (
        <Refusal>
          {errorMessage(error, {
            order_not_finished: m.my_review_refusals_order_not_finished(),
            review_published: m.my_review_refusals_review_published(),
            general: m.my_review_refusals_general(),
          })}
        </Refusal>
      )}
      <div>
        <Button
          type="submit"
          variant="cta-green"
          size="lg"
          busy={isPending}
          busyLabel={m.my_review_sending()}
        >
          {m.my_review_send()}
        </Button>
      </div>
    </form>
  );
}

/** "Maria G." of "Maria Garcia". */
function shortName(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  const initial = rest.at(-1)?.charAt(0);
  return initial ? `${first} ${initial}.` : first;
}

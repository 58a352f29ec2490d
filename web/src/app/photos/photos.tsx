import type { ReactNode } from "react";
import { Problem } from "#api/client.ts";
import { useMyBooking } from "#api/my-booking.ts";
import { reachOf, useSent } from "#api/sent-messages.ts";
import { lowerFrom } from "#business/lower-from.ts";
import { photoReview, photosTake } from "#business/terms.ts";
import { company } from "#content/company.ts";
import { BookingHandoff } from "#features/booking-handoff/booking-handoff.tsx";
import { PhotoUpload } from "#features/photo-upload/photo-upload.tsx";
import {
  type Customer,
  isOpen,
  type Photo,
  photosHere,
  type Review,
  usePhotoReview,
} from "#features/photo-upload/review.ts";
import { ofThisOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { Loading } from "../loading.tsx";
import { LogoLink } from "../logo-link.tsx";

/** /my-booking/photos: the upload form while photos are requested, else their status (PHOTO-01). */
export default function Photos() {
  const { review, failure, load } = usePhotoReview();
  // Shown above the form, so loaded before it: the layout does not shift. The upload works without.
  const booking = useMyBooking({ enabled: review !== null });
  const customer = booking.data
    ? { ...booking.data.customer, address: booking.data.address }
    : null;
  const bringsOwn = booking.data?.generator === null;
  const lower = lowerFrom(booking.data?.package.max_distance_feet ?? 0);
  const isLoading = review ? booking.isPending : !failure;

  return (
    <>
      <PhotosHeader />
      <main className={PAGE} id="content">
        {review && !isLoading && <ByStatus {...{ review, customer, bringsOwn, lower, load }} />}
        {isLoading && <Loading label={m.photos_loading()} className="min-h-[50dvh]" />}
        {!review && failure !== null && (
          <NotHere failure={failure} onTryAgain={() => void load()} />
        )}
      </main>
    </>
  );
}

const PAGE =
  "mx-auto grid w-full max-w-[calc(66rem+2*var(--page-gutter))] content-start gap-10 px-gutter pt-8 pb-16 *:min-w-0 md:pt-12";

type ByStatusProps = {
  review: Review;
  customer: Customer | null;
  bringsOwn: boolean;
  /** From how many feet on down the run costs less. */
  lower: number | "none";
  load: () => Promise<unknown>;
};

function ByStatus({ review, customer, bringsOwn, lower, load }: ByStatusProps) {
  if (isOpen(review)) {
    return (
      <>
        <Heading title={m.photos_title()}>{m.photos_lead({ minutes: photosTake })}</Heading>
        {review.status === "retake_requested" && <Retake reason={review.retake_reason} />}
        <BookingHandoff page="photos" text={m.photos_phone()} />
        <PhotoUpload {...{ review, customer, bringsOwn }} onChange={load} />
      </>
    );
  }
  if (review.status === "submitted") return <Done {...{ review, lower }} />;
  if (review.status === "decided")
    return (
      <>
        <Heading title={m.photos_decided_title()}>{m.photos_decided()}</Heading>
        <ToBooking />
        <SentPhotos photos={review.photos} />
      </>
    );
  return (
    <>
      <Heading title={m.photos_cancelled_title()}>{m.photos_cancelled()}</Heading>
      <ToBooking />
    </>
  );
}

function Heading({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} | ${company.name}`);

  return (
    <div className="grid gap-2">
      <h1 key={title} className="focus:outline-none" ref={showHeading} tabIndex={-1}>
        {title}
      </h1>
      <p className="text-lg leading-[1.45] text-quiet">{children}</p>
    </div>
  );
}

// Takes the focus when the page's content is replaced, so that screen readers announce it.
function showHeading(heading: HTMLElement | null) {
  if (!heading) return;
  if (heading.textContent !== m.photos_title()) heading.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: "instant" });
}

const ToBooking = () => (
  <div className="flex flex-wrap gap-x-4 gap-y-2">
    <Button
      className="max-xs:flex-[1_1_100%]"
      variant="cta-green"
      size="lg"
      href={ofThisOrder(paths.myBooking)}
    >
      {m.photos_to_booking()}
    </Button>
  </div>
);

const Retake = ({ reason }: { reason: string }) => (
  <Notice tone="warning" title={m.photos_retake_title()}>
    <p className="font-semibold whitespace-pre-line wrap-anywhere">{reason}</p>
    <p>{m.photos_retake_note()}</p>
  </Notice>
);

function Done({ review, lower }: Pick<ByStatusProps, "review" | "lower">) {
  const sent = useSent();
  const reach = sent ? reachOf(sent) : "unknown";
  return (
    <>
      <Heading title={m.photos_done_title()}>
        {m.photos_done({ reach, turnaround: photoReview })}
      </Heading>
      <ToBooking />
      <section>
        <h2 className="text-xl">{m.what_happens_next()}</h2>
        <ol className="mt-2 grid list-decimal gap-2 ps-6">
          {lower !== "none" && <li>{m.photos_next_steps_1({ lower })}</li>}
          <li>{m.photos_next_steps_2()}</li>
          <li>{m.photos_next_steps_3()}</li>
        </ol>
      </section>
      {photosHere(review) > 0 && <SentPhotos photos={review.photos} />}
    </>
  );
}

function NotHere({ failure, onTryAgain }: { failure: unknown; onTryAgain: () => void }) {
  const isMissing = failure instanceof Problem && failure.status === 404;

  return (
    <>
      <Heading title={isMissing ? m.booking_missing_title() : m.photos_failed_title()}>
        {isMissing ? m.photos_missing() : m.loading_failed_or_call()}
      </Heading>
      <p>
        {isMissing && m.photos_call_us()}{" "}
        <a className="inline-block py-2.5 font-semibold" href={telHref(company.phone)}>
          {company.phone}
        </a>
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {!isMissing && (
          <Button className="max-xs:flex-[1_1_100%]" onClick={onTryAgain}>
            {m.try_again()}
          </Button>
        )}
      </div>
    </>
  );
}

/** Header of /my-booking/photos: links to the booking and home, and the phone number. */
const PhotosHeader = () => (
  <header className="border-b border-line px-gutter">
    <div className="mx-auto flex max-w-264 flex-wrap items-center justify-between gap-x-4 py-2 sm:grid sm:grid-cols-[1fr_auto_1fr]">
      <Button
        variant="ghost"
        size="narrow"
        className="-mx-2 justify-self-start"
        href={ofThisOrder(paths.myBooking)}
      >
        <Icon name="arrow-left" size="sm" />
        {m.photos_booking()}
      </Button>
      <LogoLink label={m.logo_home({ companyName: company.name })} />
      <Button
        variant="ghost"
        size="icon"
        className="-mx-2 justify-self-end"
        href={telHref(company.phone)}
        aria-label={m.photos_call({ phone: company.phone })}
      >
        <Icon name="phone" />
      </Button>
    </div>
  </header>
);

function SentPhotos({ photos }: { photos: readonly Photo[] }) {
  const sent = photos.filter(({ kind, status }) => kind === "photo" && status !== "refused");
  const shown = sent.filter(({ thumbnail_url }) => thumbnail_url);

  return (
    <section>
      <h2 className="text-xl">{m.photos_sent({ count: sent.length })}</h2>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
        {shown.map(({ id, thumbnail_url }, index) => (
          <li key={id}>
            <img
              className="aspect-4/3 w-full rounded-sm bg-surface-sunken object-cover"
              src={thumbnail_url ? ofThisOrder(thumbnail_url) : ""}
              alt={m.photos_sent_photo({ number: index + 1 })}
              width={160}
              height={120}
              loading="lazy"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

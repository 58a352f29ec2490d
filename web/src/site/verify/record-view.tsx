import { state_code as state } from "@market/place.json";
import { company } from "#content/company.ts";
import { dayAndYear, dayOf, timeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Notice } from "#ui/notice.tsx";
import { grouped, type JobRecord } from "./receipt.ts";
import { Fact, SelfCheck } from "./receipt-view.tsx";

/** What the crew recorded about a finished installation, and whether it is as it was written. */
export const RecordView = ({ record }: { record: JobRecord }) => (
  <div className="grid gap-8 *:min-w-0">
    <Verdict record={record} />
    <section
      className="grid gap-4 rounded-md border border-line p-[clamp(1.25rem,0.75rem+2vw,2rem)]"
      aria-labelledby="record-installed"
    >
      <h2 className="text-xl" id="record-installed">
        {m.job_record_installed()}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4">
        {record.generator && <Fact name={m.job_record_generator()} value={record.generator} />}
        <Fact name={m.job_record_serial_number()} value={record.serial_number} />
        {record.city && (
          <Fact
            name={m.price_receipt_place()}
            value={m.price_receipt_place_of({ city: record.city, state, zip: record.zip_code })}
          />
        )}
        {record.finished_at && (
          <Fact name={m.job_record_finished()} value={momentOf(record.finished_at)} />
        )}
        <Fact name={m.job_record_code()} value={grouped(record.code)} />
      </dl>
    </section>
    <section aria-labelledby="record-checked">
      <h2 className="text-xl" id="record-checked">
        {m.job_record_checked()}
      </h2>
      <ul className="mt-2 list-disc ps-4.5">
        {record.checklist.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </section>
    <Signatures record={record} />
    <Photos record={record} />
    {record.is_sealed && <SelfCheck signed={record} />}
  </div>
);

function Verdict({ record }: { record: JobRecord }) {
  if (!record.is_valid)
    return (
      <Notice tone="danger" title={m.job_record_changed_title()}>
        {m.job_record_changed({ phone: company.phone })}
      </Notice>
    );
  if (!record.is_sealed)
    return (
      <Notice tone="warning" title={m.job_record_open_title()}>
        {m.job_record_open()}
      </Notice>
    );
  return (
    <Notice tone="success" title={m.job_record_genuine_title()}>
      {m.job_record_genuine({ entries: record.entries })}{" "}
      {record.reopened > 0 && m.job_record_reopened({ times: record.reopened })}{" "}
      {record.erased_at && m.job_record_erased({ day: dayAndYear(dayOf(record.erased_at)) })}
    </Notice>
  );
}

const Signatures = ({ record }: { record: JobRecord }) => (
  <section aria-labelledby="record-signed">
    <h2 className="text-xl" id="record-signed">
      {m.job_record_signed()}
    </h2>
    <ul className="mt-2 grid list-none gap-4 p-0">
      {record.signatures.map((each) => (
        <li key={each.recorded_at} className={each.is_taken_back ? "text-quiet" : undefined}>
          <p>{m.job_record_signed_text({ text: each.text, initials: each.initials })}</p>
          <p className="text-sm text-quiet">
            {m.job_record_signed_at({
              how: each.is_drawn ? "drawn" : "typed",
              phone: momentOf(each.signed_at),
              server: momentOf(each.recorded_at),
            })}{" "}
            {each.is_taken_back && m.job_record_signed_before()}
          </p>
          <p className="text-xs text-quiet wrap-anywhere">SHA-256 {each.text_sha256}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Photos = ({ record }: { record: JobRecord }) => (
  <section aria-labelledby="record-photos">
    <h2 className="text-xl" id="record-photos">
      {m.job_record_photos()}
    </h2>
    <p className="text-sm text-quiet">{m.job_record_photos_note()}</p>
    <ul className="mt-2 grid list-none gap-2 p-0">
      {record.photos.map((photo) => (
        <li key={photo.sha256}>
          {m.job_record_photo({ stage: photo.stage, when: momentOf(photo.taken_at) })}
          <span className="block text-xs text-quiet wrap-anywhere">SHA-256 {photo.sha256}</span>
        </li>
      ))}
    </ul>
  </section>
);

// With its year: a record is looked at for as long as the generator stands.
const momentOf = (instant: string): string => `${dayAndYear(dayOf(instant))}, ${timeOf(instant)}`;

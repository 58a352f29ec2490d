import { type BookingDocument, myBooking } from "#lib/api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { fileSize } from "#lib/sizes.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { useLoading } from "#ui/use-loading.ts";
import { copy } from "./copy.ts";
import "./document-list.css";

/** Every paper of the order, to keep. */
export function DocumentList({ round }: { round: number }) {
  const { data, failure, load } = useLoading(myBooking.documents, round);

  return (
    <Panel id="documents" title={copy.title}>
      {data && <Documents documents={data} />}
      {!data && !failure && <p role="status">{copy.loading}</p>}
      {!data && failure !== null && (
        <Notice
          tone="danger"
          action={
            <Button variant="outline" onClick={() => load()}>
              {copy.tryAgain}
            </Button>
          }
        >
          {copy.failed}
        </Notice>
      )}
    </Panel>
  );
}

function Documents({ documents }: { documents: readonly BookingDocument[] }) {
  if (documents.length === 0) return <p className="document-list__none">{copy.none}</p>;
  return (
    <ul className="document-list">
      {documents.map(({ id, title, size_bytes, created_at, url }) => (
        <li key={id}>
          <a className="document-list__link" href={url}>
            <Icon name="document" />
            <span>
              <strong>{title}</strong>
              <small>{copy.facts(fileSize(size_bytes), shortDay(dayOf(created_at)))}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

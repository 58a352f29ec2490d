import { type BookingDocument, useDocuments } from "#api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { fileSize } from "#lib/sizes.ts";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Panel } from "#ui/panel.tsx";
import { copy } from "./copy.ts";
import "./document-list.css";

/** Every document of the order, for download. */
export function DocumentList() {
  const query = useDocuments();

  return (
    <Panel id="documents" title={copy.title}>
      <Loaded query={query} words={copy}>
        {(documents) => <Documents documents={documents} />}
      </Loaded>
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
            <Icon className="text-quiet" name="document" />
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

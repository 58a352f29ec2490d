import { type BookingDocument, useDocuments } from "#api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { fileSize } from "#lib/format.ts";
import { ofThisOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Fold } from "#ui/fold.tsx";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Panel } from "#ui/panel.tsx";

type DocumentListProps = {
  /** Once all is installed: the papers of the machine first, the others folded by kind. */
  isFolded?: boolean;
  /** Of a canceled order no further documents are promised. */
  isCanceled?: boolean;
};

/** Every document of the order, for download. */
export function DocumentList({ isFolded = false, isCanceled = false }: DocumentListProps) {
  const query = useDocuments();

  return (
    <Panel id="documents" title={m.document_list_title()}>
      <Loaded query={query} loading={m.document_list_loading()} failed={m.document_list_failed()}>
        {(documents) =>
          isFolded ? <ByKind documents={documents} /> : <Documents {...{ documents, isCanceled }} />
        }
      </Loaded>
      <p className="border-t border-line pt-3 text-base print:hidden">
        <a href={paths.gasCheck}>{m.document_list_gas()}</a>
      </p>
    </Panel>
  );
}

type Kind = "packet" | "contract" | "money" | "installation" | "photos";

const KINDS: Record<BookingDocument["type"], Kind> = {
  completion_packet: "packet",
  general_proposal: "contract",
  acceptance: "contract",
  signature: "contract",
  invoice: "money",
  receipt: "money",
  refund_receipt: "money",
  hoa_packet: "installation",
  hoa_approval: "installation",
  permit: "installation",
  inspection_report: "installation",
  gas_letter: "installation",
  equipment_paper: "installation",
  warranty: "packet",
  photo_before: "photos",
  photo_after: "photos",
  other: "installation",
};
const FOLDED = ["contract", "money", "installation", "photos"] as const satisfies readonly Kind[];

function ByKind({ documents }: { documents: readonly BookingDocument[] }) {
  const of = (kind: Kind) => documents.filter(({ type }) => KINDS[type] === kind);
  return (
    <>
      {of("packet").length > 0 && <Documents documents={of("packet")} />}
      <div>
        {FOLDED.filter((kind) => of(kind).length > 0).map((kind) => (
          <Fold
            key={kind}
            title={m.document_list_kind({
              kind: m.document_list_kinds({ kind }),
              count: of(kind).length,
            })}
          >
            <Documents documents={of(kind)} />
          </Fold>
        ))}
      </div>
    </>
  );
}

type DocumentsProps = { documents: readonly BookingDocument[]; isCanceled?: boolean };

function Documents({ documents, isCanceled = false }: DocumentsProps) {
  if (documents.length === 0)
    return (
      <p className="text-base text-quiet">
        {isCanceled ? m.document_list_none_canceled() : m.document_list_none()}
      </p>
    );
  return (
    <ul className="list-none p-0">
      {documents.map(({ id, title, size_bytes, created_at, is_void, url }) => (
        <li className="border-line not-first:border-t" key={id}>
          <a
            className="group grid min-h-14 grid-cols-[auto_1fr] items-center gap-3.5 py-2 leading-[1.4] no-underline wrap-anywhere"
            href={ofThisOrder(url)}
          >
            <Icon className="text-quiet" name="document" />
            <span>
              <strong className="block text-base font-semibold underline-offset-[0.25em] group-hover:underline">
                {title}
              </strong>
              {is_void && <Badge size="sm">{m.document_list_void()}</Badge>}
              <small className="block text-sm text-quiet">
                {m.document_list_facts({
                  size: fileSize(size_bytes),
                  day: shortDay(dayOf(created_at)),
                })}
              </small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

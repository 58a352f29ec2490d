import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "#api/client.ts";
import { staffFile } from "#api/staff.ts";
import { callStaff } from "#api/staff-calls.ts";
import { allButMe } from "#api/staff-keys.ts";
import type { StaffOrder } from "#api/staff-orders.ts";
import { loadOriginal } from "#api/staff-waits.ts";
import { fileSize } from "#lib/format.ts";
import { companyFileName } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { useToast } from "#ui/toast.tsx";
import { Allowed } from "../session/me.tsx";
import { Download } from "../shell/download.tsx";
import { Picture, usePicture } from "../shell/picture.tsx";
import { StaffProblem } from "../shell/screen.tsx";

type ReceivedFile = Schemas["ReceivedFileOut"];
type FilesProps = { order: StaffOrder; files: readonly ReceivedFile[]; original: string | null };

const pathOf = (order: StaffOrder, file: ReceivedFile) =>
  `/api/staff/orders/${order.id}/received-files/${file.id}`;

/** What came with a message: pictures and papers to look at, and where one press puts them. */
export function ReceivedFiles({ order, files, original }: FilesProps) {
  const isIncomplete = files.some(({ status }) => status === "refused");
  return (
    <>
      <p>{m.staff_conversation_files({ count: files.length })}</p>
      <ul className="grid list-none gap-3 p-0">
        {files.map((file, place) => (
          <li key={file.id} className="grid gap-2 border-t border-line pt-2">
            <ReceivedFileItem
              order={order}
              file={file}
              name={file.name || m.staff_received_file_number({ number: place + 1 })}
            />
          </li>
        ))}
      </ul>
      {isIncomplete && original && (
        <div>
          <Download
            label={m.staff_received_file_original()}
            fileName={companyFileName("message.eml")}
            load={() => loadOriginal(original)}
          />
        </div>
      )}
    </>
  );
}

type ItemProps = { order: StaffOrder; file: ReceivedFile; name: string };

function ReceivedFileItem({ order, file, name }: ItemProps) {
  if (file.status === "waiting")
    return <p className="text-quiet">{m.staff_received_file_waiting({ name })}</p>;
  if (file.status === "refused")
    return (
      <p className="wrap-anywhere">
        {m.staff_received_file_refused({ name, because: file.refused_because })}
      </p>
    );
  const isPicture = file.content_type === "image/jpeg";
  return (
    <>
      <p className="wrap-anywhere">
        {name}, {fileSize(file.size_bytes)}
      </p>
      {isPicture && <Shown path={pathOf(order, file)} name={name} />}
      <div className="flex flex-wrap gap-2">
        <Download
          label={m.staff_received_file_save()}
          fileName={companyFileName(isPicture ? "picture.jpg" : "paper.pdf")}
          load={() => staffFile(pathOf(order, file))}
        />
        {isPicture && (
          <Allowed to="review_photos">
            <PutButton order={order} file={file} name={name} where="review" />
          </Allowed>
        )}
        <Allowed to="make_documents">
          <PutButton order={order} file={file} name={name} where="files" />
        </Allowed>
      </div>
    </>
  );
}

function Shown({ path, name }: { path: string; name: string }) {
  const { data, error, refetch } = usePicture(path);
  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  return data ? (
    <Picture file={data} alt={name} className="max-h-64 max-w-full rounded-sm object-contain" />
  ) : null;
}

type Where = "review" | "files";

function PutButton({ order, file, name, where }: ItemProps & { where: Where }) {
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      callStaff("post", `/api/staff/orders/{order_id}/received-files/{received_id}/${where}`, {
        path: { order_id: order.id, received_id: file.id },
      }),
    onSuccess: () => {
      toast({
        customer: order.customer.name,
        title: m.staff_received_file_put_done({ where }),
        tone: "success",
      });
      void queries.invalidateQueries(allButMe);
    },
  });
  if (where === "review" ? file.is_in_review : file.is_in_files)
    return <p className="self-center text-quiet">{m.staff_received_file_is_in({ where })}</p>;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        aria-label={m.staff_received_file_put_named({ where, name })}
        onClick={() => mutate()}
      >
        {m.staff_received_file_put({ where })}
      </Button>
      {error && <StaffProblem problem={error} />}
    </>
  );
}

import { useMutation } from "@tanstack/react-query";
import { type StaffFile, type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { problemMessage } from "../../shell/problem-message.ts";
import { paperWords as words } from "./copy.ts";

/** Button that loads a document with the staff session and saves it. */
export function DownloadButton({ order, file }: { order: StaffOrder; file: StaffFile }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => staffOrders.file(order.id, file.id),
    onSuccess: (bytes) => saveAs(`${file.title}.pdf`, bytes),
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel={words.downloading}
        aria-label={words.download(file.title)}
        onClick={() => mutate()}
      >
        <Icon name="document" size="sm" />
        PDF
      </Button>
      {error && (
        <span className="text-xs text-quiet" role="alert">
          {problemMessage(error)}
        </span>
      )}
    </span>
  );
}

function saveAs(name: string, bytes: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

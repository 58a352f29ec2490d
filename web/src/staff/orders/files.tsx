import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Control, useController, useForm } from "react-hook-form";
import * as v from "valibot";
import { staffFile } from "#api/staff.ts";
import { ADDED_KINDS, type StaffFile, type StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { companyFileName, saveFile } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Field, fieldControl } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { FormSelect, FormTextField } from "../shell/form.tsx";
import { Picture, usePicture } from "../shell/picture.tsx";
import { problemMessage } from "../shell/screen.tsx";
import {
  ActionDialog,
  ConfirmDialog,
  type OrderDialogProps,
  useOrderAction,
} from "./order-action.tsx";
import { ActionButton, Fact, Line } from "./parts.tsx";

type FileProps = { order: StaffOrder; file: StaffFile };

/** One file of the order: a document that we made, or what staff added. */
export const FileLine = ({ order, file }: FileProps) => (
  <Line
    title={file.title}
    facts={
      <>
        {file.is_void && <Fact>{m.staff_files_void()}</Fact>}
        {file.note && <Fact>{file.note}</Fact>}
        <Fact>
          {m.staff_documents_file_facts({
            size: sizeOf(file),
            when: dayAndTimeOf(file.created_at),
          })}
          {file.added_by && ` ${m.staff_files_added_by({ who: file.added_by })}`}
        </Fact>
      </>
    }
  >
    {isPicture(file) ? <Thumbnail {...{ order, file }} /> : <OpenButton {...{ order, file }} />}
    <DownloadButton order={order} file={file} />
    {file.added_by && (
      <ActionButton needs="make_documents" variant="ghost" opens={{ is: "remove_file", file }}>
        {m.staff_files_remove()}
        <VisuallyHidden> {file.title}</VisuallyHidden>
      </ActionButton>
    )}
  </Line>
);

const pathOf = (order: StaffOrder, file: StaffFile) =>
  `/api/staff/orders/${order.id}/files/${file.id}`;

const isPicture = ({ content_type }: StaffFile) => content_type === "image/jpeg";

/** A picture in small, which opens in large. */
function Thumbnail({ order, file }: FileProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = usePicture(pathOf(order, file));
  if (!data) return null;
  return (
    <>
      <button
        type="button"
        className="size-target cursor-pointer overflow-hidden rounded-xs border border-line p-0"
        aria-label={m.staff_files_view({ title: file.title })}
        onClick={() => setOpen(true)}
      >
        <Picture className="size-full object-cover" file={data} alt="" />
      </button>
      {isOpen && (
        <Modal open size="lg" title={file.title} onClose={() => setOpen(false)}>
          <Picture className="mx-auto max-h-[70dvh] object-contain" file={data} alt={file.title} />
          {file.note && <p className="text-sm">{file.note}</p>}
        </Modal>
      )}
    </>
  );
}

/** Opens a PDF in a new tab, which is opened before the file is loaded, as browsers ask. */
function OpenButton({ order, file }: FileProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (tab: Window | null) => {
      const bytes = await staffFile(pathOf(order, file));
      if (tab) tab.location.href = URL.createObjectURL(bytes);
    },
    onError: (_failure, tab) => tab?.close(),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={isPending}
      aria-label={m.staff_files_open({ title: file.title })}
      onClick={() => mutate(window.open("", "_blank"))}
    >
      {m.staff_files_open_short()}
    </Button>
  );
}

const sizeOf = ({ size_bytes }: StaffFile) =>
  size_bytes < 1_000_000
    ? m.staff_documents_size_bytes({ Math: Math.max(1, Math.round(size_bytes / 1_000)) })
    : m.staff_documents_size({ bytes: (size_bytes / 1_000_000).toFixed(1) });

/** Button that loads a file with the staff session and saves it. */
function DownloadButton({ order, file }: FileProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => staffFile(pathOf(order, file)),
    onSuccess: (bytes) => saveFile(bytes, companyFileName(file.file_name)),
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel={m.staff_documents_downloading()}
        onClick={() => mutate()}
      >
        <Icon name="document" size="sm" />
        <VisuallyHidden>{m.staff_documents_download({ title: file.title })} </VisuallyHidden>
        {file.content_type === "image/jpeg" ? "JPG" : "PDF"}
      </Button>
      {error && (
        <span className="text-xs text-quiet" role="alert">
          {problemMessage(error)}
        </span>
      )}
    </span>
  );
}

const LARGEST_BYTES = 20 * 1024 * 1024;
const ACCEPTED = ".pdf,.jpg,.jpeg,.png,.heic,.heif";

const fileSchema = v.object({
  kind: v.picklist(ADDED_KINDS),
  note: v.pipe(v.string(), v.trim()),
  file: v.pipe(
    v.nullable(v.file()),
    v.check((file) => file !== null && file.size > 0, m.staff_files_required()),
    v.check((file) => file === null || file.size <= LARGEST_BYTES, m.staff_files_too_large()),
  ),
});
type FileValues = v.InferInput<typeof fileSchema>;

/** Add a permit, a report, a job photo. */
export function AddFileDialog({ order, onClose, onDone }: OrderDialogProps) {
  const form = useForm({
    resolver: valibotResolver(fileSchema),
    defaultValues: { kind: "permit", note: "", file: null } satisfies FileValues as FileValues,
  });
  const { control, handleSubmit } = form;
  const { run, ...state } = useOrderAction(order, "post", "/api/staff/orders/{order_id}/files", {
    isSlow: true,
    onDone: () => onDone(m.staff_files_added()),
    form,
  });

  return (
    <ActionDialog
      {...state}
      title={m.staff_files_add()}
      onClose={onClose}
      consequence={m.staff_files_consequence()}
      confirm={m.staff_files_add_confirm()}
      onConfirm={handleSubmit(({ kind, note, file }) => {
        if (!file) return;
        run(() => ({
          path: { order_id: order.id },
          query: { kind },
          header: { "File-Note": encodeURIComponent(note) },
          body: file,
        }));
      })}
    >
      <FormSelect
        control={control}
        name="kind"
        size="sm"
        label={m.staff_files_kind()}
        options={ADDED_KINDS.map((kind) => ({ value: kind, label: m.staff_files_kinds({ kind }) }))}
      />
      <FileField control={control} />
      <FormTextField
        control={control}
        name="note"
        size="sm"
        label={m.staff_files_note()}
        maxLength={200}
      />
    </ActionDialog>
  );
}

function FileField({ control }: { control: Control<FileValues, unknown, FileValues> }) {
  const { field, fieldState } = useController({ control, name: "file" });
  return (
    <Field
      label={m.staff_files_file()}
      hint={m.staff_files_file_hint()}
      error={fieldState.error?.message}
    >
      {(ids) => (
        <input
          {...ids}
          ref={field.ref}
          name="file"
          type="file"
          accept={ACCEPTED}
          className={fieldControl("sm")}
          onChange={(event) => field.onChange(event.currentTarget.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}

export const RemoveFileDialog = ({ file, ...props }: OrderDialogProps & { file: StaffFile }) => (
  <ConfirmDialog
    {...props}
    title={m.staff_files_remove_title({ title: file.title })}
    consequence={m.staff_files_remove_consequence()}
    confirm={m.staff_files_remove()}
    method="delete"
    path="/api/staff/orders/{order_id}/files/{file_id}"
    given={() => ({ path: { order_id: props.order.id, file_id: file.id } })}
    done={m.staff_files_removed()}
  />
);

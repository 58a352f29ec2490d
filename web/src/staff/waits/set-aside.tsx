import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import {
  type InboxItem,
  loadOriginal,
  useAssignItem,
  useIgnoreItem,
  useInboxItem,
  useTryItemAgain,
  type WaitingItem,
} from "#api/staff-waits.ts";
import { companyFileName } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { Fact } from "../orders/parts.tsx";
import { Download } from "../shell/download.tsx";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { problemMessage, StaffProblem } from "../shell/screen.tsx";

/** A message that could not be placed: what it says, whose it may be, and what staff make of it. */
export function SetAside({ item }: { item: Pick<WaitingItem, "id" | "title"> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-expanded={isOpen}
        aria-label={m.staff_inbox_look_at({ sender: item.title })}
        onClick={() => setOpen(!isOpen)}
      >
        {m.staff_inbox_look()}
      </Button>
      {isOpen && (
        <div className="grid w-full gap-3 text-sm">
          <Looked id={item.id} />
        </div>
      )}
    </>
  );
}

function Looked({ id }: { id: string }) {
  const { data, error, refetch } = useInboxItem(id);
  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  if (!data) return <Spinner label={m.staff_loading()} />;
  return (
    <>
      <p className="max-h-80 overflow-y-auto whitespace-pre-line wrap-anywhere">
        {data.text || m.staff_inbox_no_words()}
      </p>
      {data.files.length > 0 && (
        <p className="wrap-anywhere">
          {m.staff_conversation_files({ count: data.files.length })}
          {data.files.some(Boolean) && `: ${data.files.join(", ")}`}
        </p>
      )}
      <Fact>{m.staff_inbox_from({ source: data.item.source })}</Fact>
      {data.item.proof && <Fact>{m.staff_conversation_proof({ proof: data.item.proof })}</Fact>}
      <Belongs item={data.item} proposed={data.proposed} />
      <Acts item={data.item} />
    </>
  );
}

type BelongsProps = {
  item: InboxItem;
  proposed: readonly { id: string; code: string; customer: string; address: string }[];
};

const schema = v.object({ code: requiredText(m.staff_inbox_code_missing()) });

function Belongs({ item, proposed }: BelongsProps) {
  const toast = useToast();
  const assigning = useAssignItem();
  const form = useForm({ resolver: valibotResolver(schema), defaultValues: { code: "" } });
  const assign = (code: string) =>
    assigning.mutate(
      { id: item.id, code },
      {
        onSuccess: () => toast({ title: m.staff_inbox_assigned({ code }), tone: "success" }),
        onError: (failure) => showProblem(form, failure),
      },
    );
  return (
    <form
      className="grid gap-2"
      onSubmit={form.handleSubmit(({ code }) => assign(code))}
      noValidate
    >
      {proposed.map(({ id, code, customer, address }) => (
        <div key={id}>
          <Button variant="outline" size="sm" onClick={() => assign(code)}>
            {m.staff_inbox_belongs_to({ code, customer })}
          </Button>
          <Fact>{address}</Fact>
        </div>
      ))}
      <div className="flex flex-wrap items-end gap-2">
        <FormTextField
          control={form.control}
          name="code"
          size="sm"
          label={m.staff_inbox_code()}
          maxLength={12}
          autoComplete="off"
        />
        <Button type="submit" size="sm" busy={assigning.isPending}>
          {m.staff_inbox_assign()}
        </Button>
      </div>
    </form>
  );
}

function Acts({ item }: { item: InboxItem }) {
  const toast = useToast();
  const again = useTryItemAgain();
  const ignoring = useIgnoreItem();
  const tryAgain = () =>
    again.mutate(item.id, {
      onSuccess: ({ verdict, reason }) =>
        toast(
          verdict === "taken"
            ? { title: m.staff_inbox_taken(), tone: "success" }
            : { title: m.staff_inbox_still(), text: reason, tone: "warning" },
        ),
    });
  const error = again.error ?? ignoring.error;
  return (
    <div className="flex flex-wrap gap-2">
      {item.is_here && (
        <>
          <Button variant="outline" size="sm" busy={again.isPending} onClick={tryAgain}>
            {m.staff_inbox_again()}
          </Button>
          <Download
            label={m.staff_inbox_original()}
            fileName={companyFileName(item.kind === "mail" ? "message.eml" : "message.json")}
            load={() => loadOriginal(item.id)}
          />
        </>
      )}
      {item.verdict !== "ignored" && (
        <Button
          variant="outline"
          size="sm"
          busy={ignoring.isPending}
          onClick={() => ignoring.mutate(item.id)}
        >
          {m.staff_inbox_ignore()}
        </Button>
      )}
      {error && <Notice tone="danger">{problemMessage(error)}</Notice>}
    </div>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
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
import { useToast } from "#ui/toast.tsx";
import { Fact } from "../orders/parts.tsx";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { Contents, Look, Settling } from "./set-aside-parts.tsx";

/** A message that could not be placed: what it says, whose it may be, and what staff make of it. */
export const SetAside = ({ item }: { item: Pick<WaitingItem, "id" | "title"> }) => (
  <Look label={m.staff_inbox_look_at({ sender: item.title })}>
    <Message id={item.id} />
  </Look>
);

function Message({ id }: { id: string }) {
  const query = useInboxItem(id);
  const again = useTryItemAgain();
  const ignoring = useIgnoreItem();
  return (
    <Contents query={query}>
      {({ text, files, item, proposed }) => (
        <>
          <p className="max-h-80 overflow-y-auto whitespace-pre-line wrap-anywhere">
            {text || m.staff_inbox_no_words()}
          </p>
          {files.length > 0 && (
            <p className="wrap-anywhere">
              {m.staff_conversation_files({ count: files.length })}
              {files.some(Boolean) && `: ${files.join(", ")}`}
            </p>
          )}
          <Fact>{m.staff_inbox_from({ source: item.source })}</Fact>
          {item.proof && <Fact>{m.staff_conversation_proof({ proof: item.proof })}</Fact>}
          <Belongs item={item} proposed={proposed} />
          <Settling
            given={{ path: { item_id: id } }}
            original={item.is_here ? originalOf(item) : null}
            mayIgnore={item.verdict !== "ignored"}
            again={again}
            ignoring={ignoring}
            titles={{ taken: m.staff_inbox_taken(), still: m.staff_inbox_still() }}
          />
        </>
      )}
    </Contents>
  );
}

const originalOf = ({ id, kind }: InboxItem) => ({
  fileName: companyFileName(kind === "mail" ? "message.eml" : "message.json"),
  load: () => loadOriginal(id),
});

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
      { path: { item_id: item.id }, body: { code } },
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

import { type FormEvent, useState } from "react";
import { Problem, unwrap } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ToastProvider, useToast } from "#ui/toast.tsx";
import "./test-proposal.css";

type Sent = { orderId: string; fileId: string | null };

/** /test-proposal: generate an order's proposal by hand, for operators (TEST-01). */
export default function TestProposal() {
  return (
    <div className="test-proposal" lang="es">
      <h1 lang="en">{m.test_proposal_title()}</h1>
      <p>{m.test_proposal_lead()}</p>
      <ToastProvider>
        <ProposalForm />
      </ToastProvider>
    </div>
  );
}

function ProposalForm() {
  const toast = useToast();
  const [orderId, setOrderId] = useState<string>(m.test_proposal_sample_id());
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const trimmedId = orderId.trim();
    if (!trimmedId) {
      toast({ title: m.test_proposal_empty(), tone: "warning" });
      return;
    }
    setSending(true);
    setSent(null);
    try {
      setSent({ orderId: trimmedId, fileId: await generateProposal(trimmedId) });
      toast({ title: m.test_proposal_sent(), tone: "success" });
    } catch (problem) {
      toast({ title: wordsFor(problem), tone: "danger" });
    } finally {
      setSending(false);
    }
  };

  return (
    <>
      <form onSubmit={send} noValidate>
        <TextField
          label={m.test_proposal_order_id()}
          name="orderId"
          value={orderId}
          onChange={setOrderId}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" size="lg" busy={isSending} busyLabel={m.test_proposal_sending()}>
          {m.test_proposal_send()}
        </Button>
      </form>
      {sent && (
        <Notice tone="success" title={m.test_proposal_panel_title()}>
          <p>{m.test_proposal_panel()}</p>
          <p className="test-proposal__ids">
            {m.test_proposal_order_id()}: {sent.orderId}
            {sent.fileId && (
              <>
                <br />
                {m.test_proposal_file_id()}: {sent.fileId}
              </>
            )}
          </p>
        </Notice>
      )}
    </>
  );
}

// The server's message; ours when there was no response.
function wordsFor(problem: unknown): string {
  const message = problem instanceof Problem && problem.status === 0 ? "" : messageOf(problem);
  return message ? m.test_proposal_error({ message }) : m.test_proposal_failed();
}

const messageOf = (problem: unknown) => (problem instanceof Error ? problem.message : "");

const FILE_TYPE = "general_proposal"; // file_type of the proposal PDF

/**
 * Request an order's proposal PDF; returns the new file's id. Throws Problem, or an Error with the
 * server's message when the response reports no success.
 */
async function generateProposal(orderId: string): Promise<string | null> {
  const answer = await unwrap(
    (await callsOfStaff()).POST("/api/manual-generate-proposal", {
      body: { orderId, fileType: FILE_TYPE },
    }),
  );
  if (!answer?.success) throw new Error(m.test_proposal_unconfirmed());
  return answer.fileId ?? null;
}

// Only when it is asked for: signing in weighs more than the page.
async function callsOfStaff() {
  const { withSession } = await import("./staff-calls.ts");
  return withSession();
}

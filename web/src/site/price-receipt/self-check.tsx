import { useState } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { opensslCommands } from "./openssl-commands.ts";
import type { Receipt } from "./receipt.ts";

/** The signed text, the signature and the public key, with two ways to verify them without us. */
export function SelfCheck({ receipt }: { receipt: Receipt }) {
  const { signed_text, signature, public_key } = receipt;
  const signed = { text: signed_text, signature, publicKey: public_key };
  const [verdict, setVerdict] = useState<SignatureCheck | null>(null);

  const check = async () => {
    setVerdict(await checkSignature(signed));
  };

  return (
    <details className="group border-y border-line py-2 *:not-first:mt-4">
      <summary className="flex min-h-target list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">{m.price_receipt_proof()}</h2>
        <Icon className="transition-transform group-open:rotate-45" name="plus" />
      </summary>
      <p>{m.price_receipt_proof_lead()}</p>
      <div>
        <Button variant="outline" onClick={() => void check()}>
          {m.price_receipt_in_browser()}
        </Button>
      </div>
      {verdict && <BrowserVerdict verdict={verdict} />}
      <Code title={m.price_receipt_signed_text()} text={signed_text} />
      <Code title={m.price_receipt_signature()} text={signature} />
      <Code title={m.price_receipt_public_key()} text={public_key} />
      <Code title={m.price_receipt_commands()} text={opensslCommands(signed)} />
    </details>
  );
}

function BrowserVerdict({ verdict }: { verdict: SignatureCheck }) {
  if (verdict === "true")
    return <Notice tone="success">{m.price_receipt_in_browser_true()}</Notice>;
  if (verdict === "false")
    return <Notice tone="danger">{m.price_receipt_in_browser_false()}</Notice>;
  return <Notice>{m.price_receipt_in_browser_unable()}</Notice>;
}

const Code = ({ title, text }: { title: string; text: string }) => (
  <div>
    <h3 className="text-base">{title}</h3>
    <pre className="mt-1 rounded-sm bg-surface-sunken p-4 text-xs leading-[1.5] wrap-anywhere whitespace-pre-wrap">
      {text}
    </pre>
  </div>
);

/** Verifies the signature in the browser: our server is not involved. */
type Signed = { text: string; signature: string; publicKey: string };

type SignatureCheck = "true" | "false" | "unable";

async function checkSignature({ text, signature, publicKey }: Signed): Promise<SignatureCheck> {
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, [
      "verify",
    ]);
    const fits = await crypto.subtle.verify(
      "Ed25519",
      key,
      bytesOf(signature),
      new TextEncoder().encode(text),
    );
    return fits ? "true" : "false";
  } catch {
    return "unable";
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Verifies the signature in the browser: our server is not involved. */
type Signed = { text: string; signature: string; publicKey: string };

export type SignatureCheck = "true" | "false" | "unable";

export async function checkSignature({
  text,
  signature,
  publicKey,
}: Signed): Promise<SignatureCheck> {
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

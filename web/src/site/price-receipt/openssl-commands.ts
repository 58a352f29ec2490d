type Signed = { text: string; signature: string; publicKey: string };

/**
 * Commands for any shell. OpenSSL needs the key as DER: a fixed prefix (RFC 8410), then the 32
 * bytes.
 */
export const opensslCommands = ({ text, signature, publicKey }: Signed): string =>
  [
    `cat > receipt.txt <<'END'\n${text}END`,
    `(printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; echo '${publicKey}' | base64 -d) > key.der`,
    `echo '${signature}' | base64 -d > receipt.sig`,
    "openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in receipt.txt -sigfile receipt.sig",
  ].join("\n");

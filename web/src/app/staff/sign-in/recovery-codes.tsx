import { saveFile } from "#lib/save-file.ts";
import { Button } from "#ui/button.tsx";
import { doorWords as words } from "./copy.ts";

type RecoveryCodesProps = { codes: readonly string[]; email: string };

/** Recovery codes to print or save: they are never shown again. */
export function RecoveryCodes({ codes, email }: RecoveryCodesProps) {
  const download = () => {
    const text = [words.codesFileHead(email), "", ...codes, ""].join("\n");
    saveFile(new Blob([text], { type: "text/plain" }), words.codesFile);
  };

  return (
    <div className="grid gap-4">
      <ol
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-sm bg-surface-sunken p-4 text-md"
        aria-label={words.codesList}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="outline" size="sm" onClick={download}>
          {words.download}
        </Button>
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          {words.print}
        </Button>
      </div>
    </div>
  );
}

import { Problem } from "#api/client.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { copy } from "./copy.ts";

type NoReceiptProps = { failure: unknown; onTryAgain: () => void };

export function NoReceipt({ failure, onTryAgain }: NoReceiptProps) {
  const status = failure instanceof Problem ? failure.status : 0;

  if (status === 404 || status === 422)
    return (
      <Notice tone="warning" title={copy.missingTitle}>
        {copy.missing}
      </Notice>
    );
  if (status === 429)
    return (
      <Notice tone="warning" title={copy.tooOftenTitle}>
        {copy.tooOften}
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      title={copy.failedTitle}
      action={
        <Button variant="outline" onClick={onTryAgain}>
          {copy.tryAgain}
        </Button>
      }
    >
      {copy.failed}
    </Notice>
  );
}

import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type LoadFailedProps = { onTryAgain: () => void; children: string };

export const LoadFailed = ({ onTryAgain, children }: LoadFailedProps) => (
  <Notice
    tone="danger"
    action={
      <Button variant="outline" size="sm" onClick={onTryAgain}>
        {m.try_again()}
      </Button>
    }
  >
    {children}
  </Notice>
);

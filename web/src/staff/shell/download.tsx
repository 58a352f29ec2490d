import { useMutation } from "@tanstack/react-query";
import { saveFile } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { StaffProblem } from "./screen.tsx";

type DownloadProps = {
  label: string;
  fileName: string;
  load: () => Promise<Blob>;
  isBlocked?: boolean;
};

/** Button that loads a file from the staff API, then saves it. */
export function Download({ label, fileName, load, isBlocked = false }: DownloadProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: load,
    onSuccess: (bytes) => saveFile(bytes, fileName),
  });
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel={m.staff_customers_preparing()}
        disabled={isBlocked}
        onClick={() => mutate()}
      >
        {label}
      </Button>
      {error && <StaffProblem problem={error} />}
    </>
  );
}

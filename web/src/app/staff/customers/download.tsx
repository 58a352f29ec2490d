import { useMutation } from "@tanstack/react-query";
import { saveFile } from "#lib/save-file.ts";
import { Button } from "#ui/button.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy } from "./copy.ts";

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
        busyLabel={copy.preparing}
        disabled={isBlocked}
        onClick={() => mutate()}
      >
        {label}
      </Button>
      {error && <StaffProblem problem={error} />}
    </>
  );
}

import { buttonLook } from "#ui/button.tsx";
import { PHOTO_ACCEPT, VIDEO_ACCEPT } from "./prepare-photo.ts";
import type { Kind } from "./review.ts";

const PICK =
  "relative flex-[1_1_8rem] overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

// A desktop computer's camera cannot be pointed at a wall: only the file picker is shown there, as
// the main button.
const LOOKS = {
  default: `${buttonLook("outline")} hover:border-ink`,
  main: buttonLook("default"),
  camera: `${buttonLook("default")} pointer-fine:hidden`,
  besideCamera: `${buttonLook("outline")} pointer-fine:border-transparent pointer-fine:bg-surface-inverse pointer-fine:text-inverse pointer-fine:hover:not-disabled:bg-surface-inverse-hover`,
};

type FilePickProps = {
  label: string;
  /** Accessible name: begins with the label and adds which photo it is for. */
  name: string;
  kind: Kind;
  onChoose: (file: File) => void;
  /** `camera` opens the camera directly, where there is one. */
  look?: keyof typeof LOOKS;
  isSeveral?: boolean;
};

/** File input styled as a button; the native input, so it works from the keyboard. */
export function FilePick({
  label,
  name,
  kind,
  onChoose,
  look = "default",
  isSeveral = false,
}: FilePickProps) {
  return (
    <label className={`${PICK} ${LOOKS[look]}`}>
      {label}
      <input
        className="absolute inset-0 size-full cursor-pointer text-[0] opacity-0"
        type="file"
        aria-label={name}
        accept={kind === "video" ? VIDEO_ACCEPT : PHOTO_ACCEPT}
        capture={look === "camera" ? "environment" : undefined}
        multiple={isSeveral}
        onChange={({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) onChoose(file);
          currentTarget.value = ""; // allows the same file to be chosen again
        }}
      />
    </label>
  );
}

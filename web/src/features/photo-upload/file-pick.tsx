import { buttonLook } from "#ui/button.tsx";
import { PHOTO_ACCEPT, VIDEO_ACCEPT } from "./file-rules.ts";
import type { Kind } from "./review.ts";
import "./file-pick.css";

type FilePickProps = {
  label: string;
  /** Accessible name: begins with the label and adds which photo it is for. */
  name: string;
  kind: Kind;
  onChoose: (file: File) => void;
  isMain?: boolean;
  /** Opens the camera directly, where there is one. */
  isCamera?: boolean;
  isSeveral?: boolean;
};

/** File input styled as a button; the native input, so it works from the keyboard. */
export function FilePick({ label, name, kind, onChoose, ...look }: FilePickProps) {
  const { isMain = false, isCamera = false, isSeveral = false } = look;
  return (
    <label
      className={`file-pick ${buttonLook(isMain ? "default" : "outline")}`}
      data-camera={isCamera || undefined}
    >
      {label}
      <input
        className="file-pick__input"
        type="file"
        aria-label={name}
        accept={kind === "video" ? VIDEO_ACCEPT : PHOTO_ACCEPT}
        capture={isCamera ? "environment" : undefined}
        multiple={isSeveral}
        onChange={({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) onChoose(file);
          currentTarget.value = ""; // allows the same file to be chosen again
        }}
      />
    </label>
  );
}

import { PHOTO_ACCEPT, VIDEO_ACCEPT } from "./file-rules.ts";
import type { Kind } from "./review.ts";
import "./file-pick.css";

type FilePickProps = {
  label: string;
  /** For those who listen: which shot it is for. Begins with the label. */
  name: string;
  kind: Kind;
  onChoose: (file: File) => void;
  isMain?: boolean;
  /** Opens the camera at once, where there is one. */
  isCamera?: boolean;
  isSeveral?: boolean;
};

/** A file input that looks like a button: the browser's own, so it works from the keyboard. */
export function FilePick({ label, name, kind, onChoose, ...look }: FilePickProps) {
  const { isMain = false, isCamera = false, isSeveral = false } = look;
  return (
    <label
      className={`button file-pick ${isMain ? "button--default" : "button--outline"}`}
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
          currentTarget.value = ""; // the same file may be chosen again
        }}
      />
    </label>
  );
}

import { focusUnlessFirst } from "#ui/focus-on-mount.ts";
import { useDocumentTitle } from "#ui/use-document-title.ts";

/** Heading of a screen of the crew's phone; it gets the focus when another screen is opened. */
export function CrewHeading({ title }: { title: string }) {
  useDocumentTitle(title);
  return (
    <h1
      className="text-xl wrap-anywhere focus:outline-none"
      ref={focusUnlessFirst}
      tabIndex={-1}
      key={title}
    >
      {title}
    </h1>
  );
}

/** Pictures that are loaded with the staff session, and pictures of files in this browser. */

import { skipToken, useQuery } from "@tanstack/react-query";
import { type ComponentProps, useCallback } from "react";
import { staffFile } from "#api/staff.ts";
import { staffKeys } from "#api/staff-keys.ts";

const RELEASED_AFTER_MS = 60_000; // of not being shown

/** A picture that only staff may see: a plain image URL could not carry the token. */
export const usePicture = (path: string | null | undefined) =>
  useQuery({
    queryKey: staffKeys.picture(path),
    queryFn: path ? () => staffFile(path) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: RELEASED_AFTER_MS,
    retry: false,
  });

type PictureProps = ComponentProps<"img"> & { file: Blob; alt: string };

/** Image of a file; its object URL lives as long as it is shown. */
export function Picture({ file, alt, ...props }: PictureProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(image.src);
    },
    [file],
  );
  return <img {...props} alt={alt} ref={show} />;
}

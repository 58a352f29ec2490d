import { useMutation } from "@tanstack/react-query";
import { browserPhotoProcessor } from "#features/photo-upload/browser-darkroom.ts";
import { newId } from "#lib/ids.ts";
import { m } from "#paraglide/messages.js";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Picture, usePicture } from "../shell/picture.tsx";
import type { CrewJob, PhotoStage, Waiting } from "./crew-store.ts";
import { CameraInput, Done } from "./job-parts.tsx";
import { useCommand, useWaiting } from "./use-crew.ts";

const MOST_BYTES = 1024 * 1024; // what the server takes in one piece

/** Photos from before or after the work; each is made smaller and waits until it is sent. */
export function PhotosPart({ job, stage }: { job: CrewJob; stage: PhotoStage }) {
  const command = useCommand(job);
  const photos = job.report.photos.filter((photo) => photo.stage === stage);
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (photo: File) => browserPhotoProcessor.shrink(photo, MOST_BYTES),
    onSuccess: (file) => command({ kind: "photo", photoId: newId(), stage, file }),
  });
  return (
    <Panel
      size="sm"
      id={`photos-${stage}`}
      title={stage === "before" ? m.crew_photos_before() : m.crew_photos_after()}
      badge={<Done isDone={photos.length > 0} />}
    >
      {photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {photos.map(({ id }, index) => (
            <li key={id}>
              <JobPicture jobId={job.id} id={id} alt={m.crew_photo({ stage, number: index + 1 })} />
            </li>
          ))}
        </ul>
      )}
      <CameraInput
        label={isPending ? m.crew_photo_preparing() : m.crew_photo_add({ stage })}
        onPhoto={mutate}
      />
      {isError && <Notice tone="danger">{m.crew_photo_unreadable()}</Notice>}
    </Panel>
  );
}

type JobPictureProps = { jobId: string; id: string; alt: string };

// One that waits is still on the phone.
function JobPicture({ jobId, id, alt }: JobPictureProps) {
  const local = useWaiting()
    .map(({ command }) => command)
    .find((command): command is PhotoCommand => command.kind === "photo" && command.photoId === id);
  const { data } = usePicture(local ? null : `/api/staff/crew/jobs/${jobId}/photos/${id}`);
  const file = local?.file ?? data;
  return file ? (
    <Picture className="aspect-square w-full rounded-sm object-cover" file={file} alt={alt} />
  ) : (
    <span
      className="block aspect-square rounded-sm bg-surface-sunken"
      role="img"
      aria-label={alt}
    />
  );
}

type PhotoCommand = Extract<Waiting["command"], { kind: "photo" }>;

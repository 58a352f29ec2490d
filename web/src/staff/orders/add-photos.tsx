import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "#api/client.ts";
import { callStaff, useStaffQuery } from "#api/staff-calls.ts";
import { allButMe, staffKeys } from "#api/staff-keys.ts";
import type { StaffOrder } from "#api/staff-orders.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, fieldControl } from "#ui/field.tsx";
import { Modal } from "#ui/modal.tsx";
import { useToast } from "#ui/toast.tsx";
import { Allowed } from "../session/me.tsx";
import { problemMessage, StaffProblem } from "../shell/screen.tsx";
import { LoadedPart } from "./parts.tsx";

type Photos = Schemas["AddedPhotosOut"];
type Shot = Photos["shots"][number];

const OPEN = new Set(["awaiting_photos", "retake_requested"]);

/** Staff add the photos that a customer mailed, or showed at the door (OPS-16.3). */
export function AddPhotos({ order }: { order: StaffOrder }) {
  const [isOpen, setOpen] = useState(false);
  if (!order.photos || !OPEN.has(order.photos.status)) return null;
  return (
    <Allowed to="review_photos">
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {m.staff_add_photos()}
      </Button>
      {isOpen && <AddPhotosDialog order={order} onClose={() => setOpen(false)} />}
    </Allowed>
  );
}

type DialogProps = { order: StaffOrder; onClose: () => void };

function AddPhotosDialog({ order, onClose }: DialogProps) {
  const orderId = order.id;
  const slots = useStaffQuery(
    staffKeys.order.photoSlots(orderId),
    "/api/staff/orders/{order_id}/photos",
    { path: { order_id: orderId } },
    { staleTime: 0 },
  );
  return (
    <Modal open onClose={onClose} title={m.staff_add_photos()} size="lg">
      <div className="grid gap-4 text-sm">
        <p>{m.staff_add_photos_note()}</p>
        <LoadedPart query={slots}>
          {(photos) => (
            <>
              <ul className="grid list-none gap-3 p-0 sm:grid-cols-2">
                {photos.shots.map((shot) => (
                  <Slot key={shot.slot} orderId={orderId} shot={shot} />
                ))}
              </ul>
              <Submit order={order} photos={photos} onDone={onClose} />
            </>
          )}
        </LoadedPart>
      </div>
    </Modal>
  );
}

function Slot({ orderId, shot }: { orderId: string; shot: Shot }) {
  const queries = useQueryClient();
  const adding = useMutation({
    mutationFn: (file: File) =>
      callStaff(
        "post",
        "/api/staff/orders/{order_id}/photos/{slot}",
        { path: { order_id: orderId, slot: shot.slot }, body: file },
        { isSlow: true },
      ),
    onSuccess: (photos) => queries.setQueryData(staffKeys.order.photoSlots(orderId), photos),
  });
  const { photo } = shot;
  return (
    <li className="grid content-start gap-1 rounded-sm border border-line p-3">
      <Field
        label={shot.title}
        hint={shot.hint}
        error={adding.error ? problemMessage(adding.error) : undefined}
      >
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept="image/jpeg,image/png,image/heic,image/heif"
            className={fieldControl("sm")}
            disabled={adding.isPending}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) adding.mutate(file);
            }}
          />
        )}
      </Field>
      {adding.isPending && <p role="status">{m.staff_add_photos_sending()}</p>}
      {photo && (
        <Badge
          tone={photo.status === "refused" ? "danger" : "success"}
          className="justify-self-start"
        >
          {photo.is_added_by_staff ? m.staff_add_photos_ours() : m.staff_add_photos_theirs()}
        </Badge>
      )}
    </li>
  );
}

type SubmitProps = { order: StaffOrder; photos: Photos; onDone: () => void };

function Submit({ order, photos, onDone }: SubmitProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const [consents, setConsents] = useState(false);
  const submitting = useMutation({
    mutationFn: () =>
      callStaff("post", "/api/staff/orders/{order_id}/photo-submission", {
        path: { order_id: order.id },
        body: { consents, is_decision_maker: false, can_place_stake: false, notes: "" },
      }),
    onSuccess: () => {
      toast({ customer: order.customer.name, title: m.staff_add_photos_done() });
      void queries.invalidateQueries(allButMe);
      onDone();
    },
  });
  const there = photos.shots.filter(({ photo }) => photo && photo.status !== "refused").length;
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <Checkbox
        name="consents"
        checked={consents}
        onChange={setConsents}
        label={
          <>
            <span className="block text-sm font-semibold">{m.staff_add_photos_consent()}</span>
            <q className="text-sm text-quiet">{photos.consent}</q>
          </>
        }
      />
      {submitting.error && <StaffProblem problem={submitting.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="cta-green"
          busy={submitting.isPending}
          disabled={!consents || there < photos.least}
          onClick={() => submitting.mutate()}
        >
          {m.staff_add_photos_submit()}
        </Button>
        <span>{m.staff_add_photos_count({ count: there, least: photos.least })}</span>
      </div>
    </div>
  );
}

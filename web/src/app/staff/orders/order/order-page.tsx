import { lazy, Suspense, useEffect, useState } from "react";
import type { StaffOrder } from "#api/staff-orders.ts";
import { BookingTimeline } from "#features/booking-timeline/booking-timeline.tsx";
import { useToast } from "#ui/toast.tsx";
import { OpenDialogContext, type OrderDialog } from "../actions/dialogs.ts";
import { CancelPart } from "../cancel/cancel-part.tsx";
import { chipLook } from "../chip.tsx";
import { DocumentsPanel } from "../documents/documents-panel.tsx";
import { MessagesPart } from "../messages/messages-part.tsx";
import { MoneyPart } from "../money/money-part.tsx";
import { NotesPart } from "../notes/notes-part.tsx";
import { NEXT_TITLE, NextCard } from "../order-next/next-card.tsx";
import { PricePart } from "../price/price-part.tsx";
import { HistoryPart } from "../timeline/history-part.tsx";
import { VisitPart } from "../visit/visit-part.tsx";
import { orderWords as words } from "./copy.ts";
import { OrderHead } from "./order-head.tsx";
import { PhotosPart } from "./photos-part.tsx";

const OrderDialogs = lazy(() => import("./order-dialogs.tsx"));

export function OrderPage({ order }: { order: StaffOrder }) {
  const toast = useToast();
  const [dialog, setDialog] = useState<OrderDialog | null>(null);
  const close = () => setDialog(null);
  useFocusKept(dialog !== null);
  const done = (message: string) => {
    close();
    toast({ title: message, tone: "success" });
  };
  return (
    <OpenDialogContext value={setDialog}>
      <OrderHead order={order} />
      <NextCard order={order} />
      <Jumps />
      <div className="grid min-w-0 content-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:items-start">
        <div className="grid min-w-0 content-start gap-4">
          <VisitPart order={order} />
          <PhotosPart order={order} />
          <PricePart order={order} />
          <DocumentsPanel order={order} />
          <MoneyPart order={order} />
          <MessagesPart order={order} />
          <CancelPart order={order} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <NotesPart order={order} />
          <div className="min-w-0 rounded-md border border-line bg-surface-raised p-4">
            <BookingTimeline steps={order.timeline} size="sm" />
          </div>
          <HistoryPart order={order} />
        </div>
      </div>
      <Suspense>
        {dialog && <OrderDialogs order={order} dialog={dialog} onClose={close} onDone={done} />}
      </Suspense>
    </OpenDialogContext>
  );
}

// The button that opened a dialog may disappear with the action; the focus then goes to the next
// action.
function useFocusKept(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.getElementById(NEXT_TITLE)?.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

// Links to the parts, for small screens and keyboards.
const Jumps = () => (
  <nav className="flex flex-wrap gap-1.5" aria-label={words.parts}>
    {Object.entries(words.jumps).map(([id, name]) => (
      <a className={chipLook()} href={`#${id}`} key={id}>
        {name}
      </a>
    ))}
  </nav>
);

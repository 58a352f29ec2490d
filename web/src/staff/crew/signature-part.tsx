import { type PointerEvent, type RefObject, useRef, useState } from "react";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { CrewJob } from "./crew-store.ts";
import { Done } from "./job-parts.tsx";
import { useCommand } from "./use-crew.ts";

/** The homeowner's name, and their signature by finger or mouse if they want to draw one. */
export function SignaturePart({ job, text }: { job: CrewJob; text: string }) {
  const command = useCommand(job);
  const { signed_by, signed_at, is_drawn } = job.report;
  // Empty: the homeowner types it, so that one tap of the crew signs nothing.
  const [name, setName] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isInked, setInked] = useState(false);

  if (signed_by && signed_at && !isChanging)
    return (
      <Panel size="sm" id="signature" title={m.crew_signature()} badge={<Done isDone />}>
        <p>
          {is_drawn
            ? m.crew_signed_drawn({ name: signed_by, when: dayAndTimeOf(signed_at) })
            : m.crew_signed({ name: signed_by, when: dayAndTimeOf(signed_at) })}
        </p>
        <Button variant="outline" size="lg" onClick={() => setChanging(true)}>
          {m.crew_sign_again()}
        </Button>
        <Button
          variant="outline"
          size="lg"
          onClick={() => command({ kind: "record", body: { unsigned: true } })}
        >
          {m.crew_sign_undo()}
        </Button>
      </Panel>
    );
  const sign = () => {
    const drawing = isInked ? (canvas.current?.toDataURL("image/png").split(",")[1] ?? "") : "";
    command({ kind: "sign", body: { signed_by: name.trim(), text, drawing } });
    setAsking(false);
    setChanging(false);
    setInked(false);
    setName("");
  };
  return (
    <Panel size="sm" id="signature" title={m.crew_signature()}>
      <p>{text}</p>
      <TextField
        label={m.crew_signature_name()}
        name="signed_by"
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
      />
      <Pad canvas={canvas} onInk={() => setInked(true)} />
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="outline"
          size="lg"
          disabled={!isInked}
          onClick={() => {
            clear(canvas.current);
            setInked(false);
          }}
        >
          {m.crew_signature_clear()}
        </Button>
        <Button size="lg" disabled={name.trim() === ""} onClick={() => setAsking(true)}>
          {isInked ? m.crew_sign() : m.crew_sign_typed()}
        </Button>
      </div>
      <Modal
        open={isAsking}
        onClose={() => setAsking(false)}
        title={m.crew_sign_ask({ is: isInked ? "drawn" : "typed", name: name.trim() })}
      >
        <p>{m.crew_sign_consequence({ statement: m.crew_signature_note() })}</p>
        <Button size="xl" variant="cta-green" onClick={sign}>
          {m.crew_sign_confirm()}
        </Button>
        <Button size="lg" variant="outline" onClick={() => setAsking(false)}>
          {m.crew_complete_not_yet()}
        </Button>
      </Modal>
    </Panel>
  );
}

const WIDTH = 600;
const HEIGHT = 220;
const STROKE = 3;

type PadProps = { canvas: RefObject<HTMLCanvasElement | null>; onInk: () => void };

function Pad({ canvas, onInk }: PadProps) {
  const draw = (event: PointerEvent<HTMLCanvasElement>, isStart: boolean) => {
    const pad = event.currentTarget;
    const context = pad.getContext("2d");
    if (!context || (!isStart && event.buttons === 0)) return;
    const box = pad.getBoundingClientRect();
    const x = ((event.clientX - box.left) * WIDTH) / box.width;
    const y = ((event.clientY - box.top) * HEIGHT) / box.height;
    if (isStart) {
      pad.setPointerCapture(event.pointerId);
      Object.assign(context, { lineWidth: STROKE, lineCap: "round", lineJoin: "round" });
      context.strokeStyle = getComputedStyle(pad).color;
      context.beginPath();
      context.moveTo(x, y);
    }
    context.lineTo(x, y);
    context.stroke();
    onInk();
  };
  return (
    <canvas
      ref={canvas}
      className="aspect-[600/220] w-full touch-none rounded-sm border border-dashed border-line-strong bg-surface text-ink"
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={m.crew_signature_pad()}
      onPointerDown={(event) => draw(event, true)}
      onPointerMove={(event) => draw(event, false)}
    />
  );
}

const clear = (pad: HTMLCanvasElement | null) =>
  pad?.getContext("2d")?.clearRect(0, 0, WIDTH, HEIGHT);

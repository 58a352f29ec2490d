import type { ReactNode, Ref } from "react";
import { m } from "#paraglide/messages.js";
import { Notice } from "#ui/notice.tsx";
import "./coverage-map.css";

type MapFrameProps = {
  id?: string;
  label: string;
  /** The element that the map is drawn into. */
  host: Ref<HTMLDivElement>;
  onEscape?: () => void;
  children: ReactNode;
};

export function MapFrame({ id, label, host, onEscape, children }: MapFrameProps) {
  return (
    <section
      className="coverage-map relative z-0 h-[clamp(22rem,60svh,34rem)] scroll-mt-20 overflow-hidden rounded-md bg-info-surface noscript:hidden"
      id={id}
      aria-label={label}
      onKeyDown={(event) => event.key === "Escape" && onEscape?.()}
    >
      <div ref={host} className="h-full" />
      {children}
    </section>
  );
}

const COVER =
  "absolute inset-0 z-600 flex max-w-none items-center justify-center gap-3 bg-info-surface font-medium text-quiet tabular-nums";

export function MapLoading({ percent }: { percent: number }) {
  return (
    <p className={COVER} role="status">
      <span
        className="size-5 animate-turn rounded-full border-2 border-e-transparent motion-reduce:[animation-duration:4s]"
        aria-hidden="true"
      />
      {m.coverage_map_loading({ percent })}
    </p>
  );
}

/** Covers the map, or with `isDrawn` stands above the map that was drawn instead. */
export function MapFailed({ isDrawn = false }: { isDrawn?: boolean }) {
  return (
    <div className={isDrawn ? "absolute inset-x-2 top-2 z-600 me-12" : `p-4 ${COVER}`}>
      <Notice tone="danger">{m.coverage_map_failed()}</Notice>
    </div>
  );
}

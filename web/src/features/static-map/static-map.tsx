import { type ReactNode, useState } from "react";
import { m } from "#paraglide/messages.js";

const WIDTH = 640;
const HEIGHT = 400;

/** Map picture of an address; shows a placeholder while there is none (ADDR-05.2). */
export function StaticMap({ address }: { address: string | null }) {
  if (!address) return <Frame words={m.static_map_loading()} />;
  return <Picture key={address} address={address} />;
}

function Picture({ address }: { address: string }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");

  if (state === "failed") return <Frame words={m.static_map_failed()} isSmall />;
  return (
    <Frame words={state === "loading" ? m.static_map_loading() : null}>
      <img
        className="size-full object-cover"
        src={pictureOf(address)}
        alt={m.static_map_alt({ address })}
        width={WIDTH}
        height={HEIGHT}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
      />
    </Frame>
  );
}

type FrameProps = { words: string | null; isSmall?: boolean; children?: ReactNode };

const Frame = ({ words, isSmall = false, children }: FrameProps) => (
  <div
    className={`relative overflow-hidden rounded-md border border-line bg-surface-sunken print:hidden ${isSmall ? "min-h-16" : "aspect-16/10"}`}
  >
    {words && (
      <p
        className="absolute inset-0 grid max-w-none place-items-center p-4 text-center text-sm text-quiet"
        role="status"
        lang="es"
      >
        {words}
      </p>
    )}
    {children}
  </div>
);

function pictureOf(address: string): string {
  const params = new URLSearchParams({
    center: address,
    zoom: "18",
    size: `${WIDTH}x${HEIGHT}`,
    scale: "2",
    maptype: "roadmap",
  });
  return `/api/map-static?${params}`;
}

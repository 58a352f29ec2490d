import { useState } from "react";
import { copy } from "./copy.ts";
import "./static-map.css";

const WIDTH = 640; // spec §7
const HEIGHT = 400;

/** A picture of where an address is; while there is none it says so (spec §8). */
export function StaticMap({ address }: { address: string | null }) {
  return (
    <div className="static-map">
      {address ? <Picture key={address} address={address} /> : <Words>{copy.loading}</Words>}
    </div>
  );
}

function Picture({ address }: { address: string }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");

  if (state === "failed") return <Words>{copy.failed}</Words>;
  return (
    <>
      {state === "loading" && <Words>{copy.loading}</Words>}
      <img
        src={pictureOf(address)}
        alt={copy.alt(address)}
        width={WIDTH}
        height={HEIGHT}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
      />
    </>
  );
}

const Words = ({ children }: { children: string }) => (
  <p className="static-map__words" role="status" lang="es">
    {children}
  </p>
);

function pictureOf(address: string): string {
  const asked = new URLSearchParams({
    center: address,
    zoom: "18",
    size: `${WIDTH}x${HEIGHT}`,
    scale: "2",
    maptype: "roadmap",
  });
  return `/api/map-static?${asked}`;
}

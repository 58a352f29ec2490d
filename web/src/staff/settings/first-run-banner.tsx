import { FirstRunChecklist } from "./first-run.tsx";

/** The checklist above the first screen of the console. */
export default function FirstRunBanner() {
  return (
    <div className="px-[clamp(1rem,0.5rem+1.5vw,2rem)] pt-4 empty:hidden">
      <FirstRunChecklist />
    </div>
  );
}

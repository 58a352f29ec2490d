import type { ReactNode } from "react";
import { ToastProvider } from "#ui/toast.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { Controls } from "./controls.tsx";
import { Presses } from "./presses.tsx";
import { Showings } from "./showings.tsx";

/** Every component of the design system in every variant, in light and dark mode. */
export function DesignSystem() {
  return (
    <main id="content">
      <header className="page pt-12">
        <h1>The design system</h1>
        <p>Every component, every variant, on both grounds.</p>
      </header>
      <ToastProvider>
        <Ground name="By day">
          <Presses />
          <Controls ground="day" />
          <Showings ground="day" />
        </Ground>
        <Ground name="By night" night>
          <Presses />
          <Controls ground="night" />
          <Showings ground="night" />
        </Ground>
      </ToastProvider>
    </main>
  );
}

type GroundProps = { name: string; night?: boolean; children: ReactNode };

function Ground({ name, night = false, children }: GroundProps) {
  return (
    <section className={night ? "on-night py-12" : "py-12"}>
      <div className="page">
        <h2>
          <VisuallyHidden>{name}</VisuallyHidden>
        </h2>
        {children}
      </div>
    </section>
  );
}

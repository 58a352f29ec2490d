import { windowNames } from "#business/windows.ts";
import { RadioCards } from "#ui/radio-cards.tsx";
import { dateWords as words } from "./copy.ts";
import type { DayWindow } from "./use-availability.ts";

type WindowPickerProps = {
  windows: DayWindow[];
  value: string | null;
  error: string | null;
  onChoose: (window: DayWindow) => void;
};

export function WindowPicker({ windows, value, error, onChoose }: WindowPickerProps) {
  return (
    <RadioCards
      layout="windows"
      legend={words.windowTitle}
      name="time-window"
      value={value}
      onChange={(id) => {
        const chosen = windows.find((window) => window.id === id);
        if (chosen) onChoose(chosen);
      }}
      error={error ?? undefined}
      options={windows.map(({ id, label }) => ({
        value: id,
        title: windowNames[id],
        detail: label,
      }))}
    />
  );
}

import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** What `read` finds in the browser; `before` in the static HTML and until it is hydrated. */
export const useBrowserValue = <Value extends string | number | boolean | null>(
  read: () => Value,
  before: Value,
): Value => useSyncExternalStore(neverChanges, read, () => before);

/** False in the static HTML, true after hydration. */
export const useIsHydrated = (): boolean => useBrowserValue<boolean>(() => true, false);

/**
 * What was entered in a form before it was hydrated fired no event: calls `take` once, with the
 * fields that differ from the rendered ones, if there are any.
 */
export function useEarlyInput<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  rendered: Readonly<Record<Name, string>>,
  take: (changed: Partial<Record<Name, string>>) => void,
): void {
  const readForm = useEffectEvent(() => {
    const shown = form.current ? Object.fromEntries(new FormData(form.current)) : {};
    const names = Object.keys(rendered) as Name[];
    const changed = names.filter((name) => name in shown && shown[name] !== rendered[name]);
    if (changed.length > 0)
      take(Object.fromEntries(changed.map((name) => [name, shown[name]])) as typeof rendered);
  });

  useEffect(() => {
    readForm();
  }, []);
}

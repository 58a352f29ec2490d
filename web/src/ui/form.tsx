/** react-hook-form with the fields of `ui`. */
import { useEffect, useEffectEvent } from "react";
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useController,
} from "react-hook-form";
import * as v from "valibot";
import { isWholeEmail } from "#lib/email.ts";
import { m } from "#paraglide/messages.js";

/** Props that make a text field or text area the form's field `name`. */
export function useFormField<Values extends FieldValues, Name extends FieldPath<Values>>(
  control: Control<Values>,
  name: Name,
) {
  const { field, fieldState } = useController({ control, name });
  const { ref, onBlur, ...rest } = field;
  return {
    ...rest,
    inputRef: ref,
    error: fieldState.error?.message,
    // A field that is left empty is not wrong yet.
    onBlur: () => {
      if (field.value !== "") onBlur();
    },
  };
}

/** Props that make a checkbox the form's field `name`. */
export function useFormCheckbox<Values extends FieldValues, Name extends FieldPath<Values>>(
  control: Control<Values>,
  name: Name,
) {
  const { field, fieldState } = useController({ control, name });
  const { ref: inputRef, value: checked, onChange } = field;
  return { name, inputRef, checked, onChange, error: fieldState.error?.message };
}

/** Schema of a text that may not be blank; `message` says so. */
export const requiredText = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));

/** Schema of an email address; `message` asks for one where there is none. */
export const emailText = (message: string) =>
  v.pipe(requiredText(message), v.check(isWholeEmail, m.email_not_whole()));

/** Schema of a box that has to be ticked. */
export const ticked = (message: string) =>
  v.pipe(
    v.boolean(),
    v.check((isTicked) => isTicked, message),
  );

/** Call `onChange` with all values after each change. */
export function useFormChange<Values extends FieldValues>(
  { subscribe }: UseFormReturn<Values>,
  onChange: (values: Values) => void,
): void {
  const changed = useEffectEvent(onChange);

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }),
    [subscribe],
  );
}

type ServerError = { field: string; message: string };

/** Show the server's errors beside their fields; returns whether any of them has a field here. */
export function showServerErrors<Values extends FieldValues, Output>(
  { getValues, setError }: UseFormReturn<Values, unknown, Output>,
  errors: readonly ServerError[],
): boolean {
  const fields = Object.keys(getValues());
  // A field of a nested object is named with its parents: "customer.email".
  const named = errors.map((error) => ({ ...error, field: error.field.split(".").at(-1) ?? "" }));
  const known = named.filter(({ field }) => fields.includes(field));
  known.forEach(({ field, message }, index) => {
    setError(field as FieldPath<Values>, { message }, { shouldFocus: index === 0 });
  });
  return known.length > 0;
}

/** Scroll to the first error inside an element and focus it, once the errors are rendered. */
export function showFirstError(container: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = container?.querySelector<HTMLElement>(":is([aria-invalid], [data-error])");
    // What is taller than the screen, with large text, is read from its beginning.
    const isTall = first && first.offsetHeight > innerHeight / 2;
    first?.scrollIntoView({ block: isTall ? "start" : "center" });
    if (first?.matches("input")) first.focus({ preventScroll: true });
  });
}

/** The fields of `ui/` as fields of a react-hook-form, and what the server says about them. */

import type { ComponentProps } from "react";
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useController,
} from "react-hook-form";
import * as v from "valibot";
import { Problem } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { Checkbox } from "#ui/checkbox.tsx";
import { showServerErrors } from "#ui/form.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";

type ControlProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
};

type FormFieldProps<Field, Values extends FieldValues, Output> = Omit<
  Field,
  "name" | "value" | "checked" | "onChange" | "error" | "inputRef"
> &
  ControlProps<Values, Output>;

function useField<Values extends FieldValues, Output>({
  control,
  name,
}: ControlProps<Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  const { value, onChange, ref } = field;
  return { bound: { name, value, onChange, error: fieldState.error?.message }, ref };
}

type TextFieldProps = ComponentProps<typeof TextField>;

export function FormTextField<Values extends FieldValues, Output>({
  control,
  name,
  error,
  ...props
}: FormFieldProps<TextFieldProps, Values, Output> & Pick<TextFieldProps, "error">) {
  const { bound, ref } = useField({ control, name });
  return <TextField {...props} {...bound} error={bound.error ?? error} inputRef={ref} />;
}

export function FormPhoneField<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: FormFieldProps<ComponentProps<typeof PhoneField>, Values, Output>) {
  const { bound, ref } = useField({ control, name });
  return <PhoneField {...props} {...bound} inputRef={ref} />;
}

type TextAreaProps = ComponentProps<typeof TextArea>;

export function FormTextArea<Values extends FieldValues, Output>({
  control,
  name,
  error,
  ...props
}: FormFieldProps<TextAreaProps, Values, Output> & Pick<TextAreaProps, "error">) {
  const { bound, ref } = useField({ control, name });
  return <TextArea {...props} {...bound} error={bound.error ?? error} inputRef={ref} />;
}

const SHORTEST_REASON = 3;
/** Schema of a reason. */
export const reason = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(SHORTEST_REASON, m.staff_reason_required()),
);

/** Why staff do this, as the customer reads it. */
export const FormReason = <Values extends FieldValues, Output>(
  props: ControlProps<Values, Output> & Pick<TextAreaProps, "rows" | "maxLength">,
) => <FormTextArea {...props} size="sm" label={m.staff_reason()} hint={m.staff_reason_hint()} />;

export function FormSelect<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: FormFieldProps<ComponentProps<typeof SelectField>, Values, Output>) {
  return <SelectField {...props} {...useField({ control, name }).bound} />;
}

export function FormRadioCards<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: FormFieldProps<ComponentProps<typeof RadioCards>, Values, Output>) {
  return <RadioCards {...props} {...useField({ control, name }).bound} />;
}

export function FormCheckbox<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: FormFieldProps<ComponentProps<typeof Checkbox>, Values, Output>) {
  const { value, ...bound } = useField({ control, name }).bound;
  return <Checkbox {...props} {...bound} checked={value} />;
}

/** Show what the server refused beside its field; what belongs to no field here is left out. */
export function showProblem<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  failure: unknown,
): void {
  if (failure instanceof Problem) showServerErrors(form, failure.errors);
}

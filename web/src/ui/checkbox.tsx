import { type ReactNode, type Ref, useId } from "react";
import { FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";

type CheckboxProps = {
  label: ReactNode;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
};

export function Checkbox(props: CheckboxProps) {
  const { label, error, onChange, className = "", inputRef, ...input } = props;
  const id = useId();
  const errorId = `${id}-error`;

  return (
    <div className={`grid gap-1 ${className}`}>
      <label className="grid min-h-target cursor-pointer grid-cols-[auto_1fr] items-start gap-3 py-2.5 text-base leading-[1.5]">
        <span className="relative grid size-6 has-disabled:opacity-50">
          <input
            {...input}
            ref={inputRef}
            type="checkbox"
            className="peer size-full cursor-pointer appearance-none rounded-[6px] border-[1.5px] border-line-strong bg-surface-raised transition-colors checked:border-action checked:bg-action hover:not-checked:border-ink aria-invalid:border-danger forced-colors:appearance-auto"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <Icon
            name="check"
            size="sm"
            weight="heavy"
            className="pointer-events-none absolute inset-0 m-auto text-action-ink opacity-0 transition-opacity peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        <span>{label}</span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

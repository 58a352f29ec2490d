import { type ReactNode, useId } from "react";
import { Icon } from "#ui/icon.tsx";

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  /**
   * A line that comes and goes with what is typed; null for none now. Its place, which an error
   * takes, is always there, so that nothing below it moves.
   */
  note?: ReactNode;
  className?: string | undefined;
  children: (ids: FieldIds) => ReactNode;
};

// Connects a control to its label, hint and error.
type FieldIds = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/** Frame of a form control: label above, hint and error below. */
export function Field(props: FieldProps) {
  const { label, hint, error, note, className = "", children } = props;
  const id = useId();
  const hintId = hint ? `${id}-hint` : "";
  const errorId = error ? `${id}-error` : "";
  const noteId = note && !error ? `${id}-note` : "";
  const describedBy = [hintId, noteId, errorId].filter(Boolean).join(" ");

  return (
    <div className={`grid min-w-0 gap-1.5 ${className}`}>
      <label className="text-sm leading-[1.4] font-semibold" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p className="text-sm leading-[1.4] text-quiet" id={hintId}>
          {hint}
        </p>
      )}
      <Below error={error} errorId={errorId} note={note} noteId={noteId} />
    </div>
  );
}

type BelowProps = Pick<FieldProps, "error" | "note"> & { errorId: string; noteId: string };

function Below({ error, errorId, note, noteId }: BelowProps) {
  const problem = error && <FieldError id={errorId}>{error}</FieldError>;
  if (note === undefined) return problem;
  return (
    <div className="min-h-[1lh] text-sm leading-[1.4] text-quiet">
      {problem || (note && <p id={noteId}>{note}</p>)}
    </div>
  );
}

const SIZES = {
  md: { line: "min-h-13", area: "min-h-28", type: "py-3 text-md leading-[1.4]" },
  sm: { line: "min-h-target", area: "min-h-16", type: "py-2 text-sm leading-[1.4]" },
  xs: { line: "min-h-10", area: "min-h-16", type: "py-1.5 text-sm leading-[1.4]" },
  /** One figure in the middle. */
  figure: {
    line: "min-h-13",
    area: "min-h-28",
    type: "py-3 text-center text-lg leading-[1.4] font-semibold",
  },
  /** Codes, whose letters stand apart. */
  code: {
    line: "min-h-13",
    area: "min-h-28",
    type: "py-3 text-md leading-[1.4] tracking-[0.04em] tabular-nums",
  },
};

const KINDS = {
  input: "px-4",
  iconBefore: "ps-11.5 pe-4 text-ellipsis",
  select: "ps-4 pe-12 appearance-none text-ellipsis",
  area: "px-4 resize-y",
  date: "px-2.5",
};

export type FieldSize = keyof typeof SIZES;

/** Classes of the control inside of a field. */
export function fieldControl(size: FieldSize = "md", kind: keyof typeof KINDS = "input") {
  const height = SIZES[size][kind === "area" ? "area" : "line"];
  const width = kind === "date" ? "w-auto" : "w-full";
  return `field-control ${width} ${KINDS[kind]} ${height} ${SIZES[size].type}`;
}

type FieldErrorProps = { id: string; className?: string | undefined; children: ReactNode };

export function FieldError({ id, className = "", children }: FieldErrorProps) {
  return (
    <p
      className={`flex items-start gap-1.5 text-sm leading-[1.4] font-medium text-danger ${className}`}
      id={id}
      data-error
    >
      <Icon name="warning" size="sm" className="mt-[0.1em]" />
      {children}
    </p>
  );
}

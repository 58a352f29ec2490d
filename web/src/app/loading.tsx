import { Spinner } from "#ui/spinner.tsx";

type LoadingProps = {
  label: string;
  /** Its height. */
  className: string;
};

/** Spinner with its text in the middle of a page whose content is still fetched. */
export const Loading = ({ label, className }: LoadingProps) => (
  <p className={`flex max-w-none items-center justify-center gap-2 text-quiet ${className}`}>
    <Spinner label={label} />
    <span aria-hidden="true">{label}</span>
  </p>
);

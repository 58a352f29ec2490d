import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
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

type LogoLinkProps = {
  label: string;
  /** Outer spacing and placement only. */
  className?: string | undefined;
};

/** The company's name in a page's header, leading home. */
export const LogoLink = ({ label, className = "" }: LogoLinkProps) => (
  <a
    className={`inline-flex min-h-target items-center text-lg font-bold tracking-[-0.02em] no-underline ${className}`.trim()}
    href={paths.home}
    aria-label={label}
  >
    {company.name}
  </a>
);

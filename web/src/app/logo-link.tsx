import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";

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
    <span className="brand inline-flex items-center">
      <span>{company.name}</span>
    </span>
  </a>
);

import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { copy } from "./copy.ts";

export function Logo() {
  return (
    <a
      className="inline-flex min-h-target items-center gap-2 text-lg font-bold tracking-[-0.02em] text-ink no-underline"
      href={paths.home}
      aria-label={copy.home(company.name)}
    >
      <svg className="size-7" viewBox="0 0 32 32" aria-hidden="true">
        <path
          className="fill-none stroke-current stroke-[2.25] [stroke-linejoin:round]"
          d="M16 3 3.5 13v16h25V13z"
        />
        <path className="fill-glow" d="M17 17h6v7h-6z" />
      </svg>
      {company.name}
    </a>
  );
}

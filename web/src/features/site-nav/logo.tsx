import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { copy } from "./copy.ts";
import "./logo.css";

export function Logo() {
  return (
    <a className="logo" href={paths.home}>
      <svg className="logo__mark" viewBox="0 0 32 32" aria-hidden="true">
        <path className="logo__house" d="M16 3 3.5 13v16h25V13z" />
        <path className="logo__window" d="M17 17h6v7h-6z" />
      </svg>
      <span>{company.name}</span>
      <VisuallyHidden>{copy.home}</VisuallyHidden>
    </a>
  );
}

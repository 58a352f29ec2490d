import { Link } from "wouter";
import { buttonLook } from "#ui/button.tsx";
import { listWords as words } from "./copy.ts";

type PagingProps = { page: number; pages: number; hrefOf: (page: number) => string };

export function Paging({ page, pages, hrefOf }: PagingProps) {
  if (pages <= 1) return null;
  return (
    <nav className="flex items-center justify-center gap-4" aria-label={words.paging}>
      {page > 1 && (
        <Link className={buttonLook("outline", "sm")} href={hrefOf(page - 1)}>
          {words.newer}
        </Link>
      )}
      <span>{words.page(page, pages)}</span>
      {page < pages && (
        <Link className={buttonLook("outline", "sm")} href={hrefOf(page + 1)}>
          {words.older}
        </Link>
      )}
    </nav>
  );
}

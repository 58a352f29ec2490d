import { Link } from "wouter";
import type { Trail, TrailAsked } from "#lib/api/staff-trail.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { ActRows } from "./act-rows.tsx";
import { copy } from "./copy.ts";
import { Proof } from "./proof.tsx";
import { TrailFilters } from "./trail-filters.tsx";
import { pagesOf, useAsked, useTrail } from "./use-trail.ts";
import "./trail.css";

/** What staff did and looked at, for those who may read it (OPS-11). */
export default function TrailScreen() {
  const { asked, ask, hrefOf } = useAsked();
  const { data: trail, error, refetch, isPlaceholderData } = useTrail(asked);

  return (
    <Screen title={copy.title}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!trail && !error && <Spinner label={copy.loading} />}
      {trail && (
        <div className="trail" aria-busy={isPlaceholderData}>
          <Proof trail={trail} />
          <TrailFilters key={hrefOf(asked)} asked={asked} actors={trail.actors} onAsk={ask} />
          <p className="trail__note" role="status">
            {trail.count === 0 ? copy.none : copy.count(trail.count)} · {copy.hidden}
          </p>
          <ActRows acts={trail.acts} />
          <Pages asked={asked} count={trail.count} hrefOf={hrefOf} />
        </div>
      )}
    </Screen>
  );
}

type PagesProps = {
  asked: TrailAsked;
  count: Trail["count"];
  hrefOf: (asked: TrailAsked) => string;
};

function Pages({ asked, count, hrefOf }: PagesProps) {
  const [page, last] = [asked.page, pagesOf(count)];
  if (last === 1) return null;
  return (
    <nav className="trail__pages" aria-label={copy.paging}>
      {page > 1 && <Link href={hrefOf({ ...asked, page: page - 1 })}>{copy.newer}</Link>}
      <span>{copy.page(page, last)}</span>
      {page < last && <Link href={hrefOf({ ...asked, page: page + 1 })}>{copy.older}</Link>}
    </nav>
  );
}

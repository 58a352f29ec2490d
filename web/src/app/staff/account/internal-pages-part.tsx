import { paths } from "#lib/paths.ts";
import { Panel } from "#ui/panel.tsx";
import { OpenPage } from "../session/open-page.tsx";
import { useMe } from "../session/use-me.ts";
import { accountWords as words } from "./copy.ts";

// Internal pages, where the operator allows them (TEST-01.4).
export function InsidePart() {
  const { sees_internal_pages } = useMe();

  if (!sees_internal_pages) return null;
  return (
    <Panel id="inside" title={words.inside}>
      <div>
        <OpenPage to={paths.testProposal}>{words.testProposal}</OpenPage>
      </div>
    </Panel>
  );
}

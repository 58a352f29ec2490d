import { useMutation } from "@tanstack/react-query";
import { type Identity, link, unlink } from "#api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { useToast } from "#ui/toast.tsx";
import { authErrorMessage } from "../sign-in/auth-error-message.ts";
import { nameOf, useProviders } from "../sign-in/use-providers.ts";
import { accountWords as words } from "./copy.ts";
import { useAccountChanged } from "./use-account.ts";

// Only where the operator enabled external providers, or the user has linked one before.
export function ElsewherePart({ identities }: { identities: readonly Identity[] }) {
  const toast = useToast();
  const linked = identities.filter(({ provider }) => provider !== "email");
  const providers = useProviders();
  const open = providers.filter((name) => !linked.some(({ provider }) => provider === name));
  const changed = useAccountChanged();
  const linking = useMutation({ mutationFn: link });
  const leaving = useMutation({
    mutationFn: leave,
    onSuccess: (provider) => {
      toast({ title: words.unlinked(nameOf(provider)) });
      changed();
    },
  });
  const failure = linking.error ?? leaving.error;

  if (linked.length === 0 && open.length === 0) return null;
  return (
    <Panel id="elsewhere" title={words.elsewhere}>
      <p className="text-quiet">{words.elsewhereNote}</p>
      <ul className="grid gap-2">
        {linked.map((identity) => (
          <li className="flex flex-wrap items-center justify-between gap-2" key={identity.id}>
            <span>
              {nameOf(identity.provider)} <span className="text-quiet">{identity.email}</span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={words.unlinkNamed(nameOf(identity.provider))}
              onClick={() => leaving.mutate(identity)}
            >
              {words.unlink}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {open.map((provider) => (
          <Button
            variant="secondary"
            size="sm"
            key={provider}
            onClick={() => linking.mutate(provider)}
          >
            {words.link(nameOf(provider))}
          </Button>
        ))}
      </div>
      {failure !== null && <Notice tone="danger">{authErrorMessage(failure)}</Notice>}
    </Panel>
  );
}

async function leave({ id, provider }: Identity): Promise<string> {
  await unlink(id);
  return provider;
}

import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { helpWords as words } from "./copy.ts";

type HelpWaysProps = { open: boolean; onClose: () => void };

export function HelpWays({ open, onClose }: HelpWaysProps) {
  return (
    <Modal open={open} onClose={onClose} title={words.title}>
      <ul className="list-none p-0">
        <Way
          icon="phone"
          href={telHref(company.phone)}
          name={words.call(company.phone)}
          note={words.callNote}
        />
        <Way
          icon="message"
          href={smsHref(company.phone)}
          name={words.text(company.phone)}
          note={words.textNote}
        />
        <Way icon="document" href={paths.faq} name={words.faq} note={words.faqNote} />
      </ul>
      <p className="text-sm text-quiet">{words.hours}</p>
    </Modal>
  );
}

type WayProps = { icon: IconName; href: string; name: string; note: string };

function Way({ icon, href, name, note }: WayProps) {
  return (
    <li>
      <a
        className="group flex min-h-16 items-center gap-4 border-b border-line py-2 no-underline"
        href={href}
      >
        <Icon name={icon} />
        <span>
          <strong className="block underline-offset-[0.25em] group-hover:underline">{name}</strong>
          <small className="block text-sm text-quiet">{note}</small>
        </span>
      </a>
    </li>
  );
}

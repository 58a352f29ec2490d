import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";

type HelpWaysProps = { open: boolean; onClose: () => void };

export function HelpWays({ open, onClose }: HelpWaysProps) {
  return (
    <Modal open={open} onClose={onClose} title={m.get_help_title()}>
      <ul className="list-none p-0">
        <Way
          icon="phone"
          href={telHref(company.phone)}
          name={m.get_help_call({ phone: company.phone })}
          note={m.get_help_call_note()}
        />
        <Way
          icon="message"
          href={smsHref(company.phone)}
          name={m.get_help_text({ phone: company.phone })}
          note={m.get_help_text_note()}
        />
        <Way
          icon="document"
          href={paths.faq}
          name={m.get_help_faq()}
          note={m.get_help_faq_note()}
        />
      </ul>
      <p className="text-sm text-quiet">{m.get_help_hours({ hours: company.hours })}</p>
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

import { useState } from "react";
import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { helpWords as words } from "./copy.ts";
import "./get-help.css";

/** Phone, text and FAQ, from every step of the wizard (WIZ-01). */
export function GetHelp({ onOpen }: { onOpen?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    onOpen?.();
  };
  return (
    <>
      <Button variant="outline" onClick={open} aria-haspopup="dialog">
        {words.open}
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={words.title}>
        <ul className="get-help">
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
        <p className="get-help__hours">{words.hours}</p>
      </Modal>
    </>
  );
}

type WayProps = { icon: IconName; href: string; name: string; note: string };

function Way({ icon, href, name, note }: WayProps) {
  return (
    <li>
      <a href={href}>
        <Icon name={icon} />
        <span>
          <strong>{name}</strong>
          <small>{note}</small>
        </span>
      </a>
    </li>
  );
}

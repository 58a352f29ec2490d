import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LogoLink } from "../logo-link.tsx";
import { copy } from "./copy.ts";

/** Header of /my-booking/photos: links to the booking and home, and the phone number. */
export const PhotosHeader = () => (
  <header className="border-b border-line px-gutter">
    <div className="mx-auto grid max-w-264 grid-cols-[1fr_auto_1fr] items-center py-2">
      <Button
        variant="ghost"
        size="narrow"
        className="-mx-2 justify-self-start"
        href={paths.myBooking}
      >
        <Icon name="arrow-left" size="sm" />
        {copy.booking}
      </Button>
      <LogoLink label={copy.home} />
      <Button
        variant="ghost"
        size="icon"
        className="-mx-2 justify-self-end"
        href={telHref(company.phone)}
        aria-label={copy.call(company.phone)}
      >
        <Icon name="phone" />
      </Button>
    </div>
  </header>
);

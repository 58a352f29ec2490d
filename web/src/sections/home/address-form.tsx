import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";
import "./address-form.css";

/** The address box as it stands before any script: a real form that leads into the wizard. */
export function AddressForm() {
  return (
    <form className="address-form" method="get" action={paths.wizard.address}>
      <label className="address-form__label" htmlFor="address">
        Your home address
      </label>
      <input
        className="address-form__input"
        id="address"
        name="address"
        type="text"
        autoComplete="street-address"
        placeholder="Street, city, ZIP"
        required
        minLength={10}
      />
      <Button variant="cta-green" size="lg" type="submit">
        {copy.estimate}
      </Button>
    </form>
  );
}

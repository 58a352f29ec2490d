import { type SubmitEvent, useState } from "react";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { errorMessage } from "#api/error-messages.ts";
import { companyFileName, saveFile } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { AddressAutofillParts, useAddressAutofill } from "#ui/address-autofill.tsx";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { useIsHydrated } from "#ui/hydration.ts";
import { TextField } from "#ui/text-field.tsx";

type RequestPackProps = { selection: Omit<Schemas["GasRequestIn"], "name" | "address"> };

type State = { isBusy?: boolean; failure?: string };

/** The request for the gas company as a PDF, which the server makes and does not store. */
export function RequestPack({ selection }: RequestPackProps) {
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const autofill = useAddressAutofill(setAddress);
  // Without a script the form would put what was entered into the page's address.
  const isHydrated = useIsHydrated();
  const [{ isBusy = false, failure }, setState] = useState<State>({});

  const download = async (event: SubmitEvent) => {
    event.preventDefault();
    setState({ isBusy: true });
    try {
      const body = { ...selection, name, address };
      const pdf = await unwrap<unknown>(api.POST("/api/gas-requests", { body, parseAs: "blob" }));
      saveFile(pdf as Blob, companyFileName("gas-request.pdf"));
      setState({});
    } catch (problem) {
      setState({ failure: errorMessage(problem, { general: m.gas_check_pack_failed() }) });
    }
  };

  return (
    <form className="grid gap-4 rounded-md bg-surface-sunken p-6" onSubmit={download}>
      <h2 className="text-xl">{m.gas_check_pack_title()}</h2>
      <p className="text-quiet">{m.gas_check_pack_lead()}</p>
      <TextField
        label={m.manual_quote_name()}
        name="name"
        value={name}
        onChange={setName}
        maxLength={100}
        required
        autoComplete="name"
      />
      <TextField
        label={m.manual_quote_address()}
        name="address"
        value={address}
        onChange={(text) => setAddress(autofill.takeLine(text))}
        maxLength={300}
        required
        autoComplete="street-address"
      />
      <AddressAutofillParts onFill={autofill.takePart} />
      <div>
        <Button
          type="submit"
          size="lg"
          disabled={!isHydrated}
          busy={isBusy}
          busyLabel={m.gas_check_pack_busy()}
        >
          {m.gas_check_pack_download()}
        </Button>
      </div>
      {failure && <Refusal>{failure}</Refusal>}
    </form>
  );
}

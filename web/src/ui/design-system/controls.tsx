import { useState } from "react";
import { Checkbox } from "#ui/checkbox.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Specimen } from "./specimen.tsx";

const SIZES = [
  { value: "18", label: "18 kW" },
  { value: "22", label: "22 kW" },
];

const CARDS = [
  { value: "a", title: "First", badge: "Popular", aside: "$1,000", detail: "With a detail." },
  { value: "b", title: "Second, with a longer title", aside: "$2,000" },
  { value: "c", title: "Not offered today", disabled: true },
];

// Radio buttons share one name per page, so each background needs its own names.
export function Controls({ ground }: { ground: string }) {
  const [text, setText] = useState("");
  const [size, setSize] = useState("22");
  const [agreed, setAgreed] = useState(true);
  const [card, setCard] = useState("a");

  return (
    <>
      <Specimen name="TextField, SelectField, TextArea, Checkbox">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] items-start gap-6">
          <TextField
            label="Full name"
            name={`${ground}-name`}
            value={text}
            onChange={setText}
            hint="As on your bill"
            placeholder="Ada Lovelace"
          />
          <TextField
            label="Email"
            name={`${ground}-email`}
            value="ada"
            onChange={setText}
            error="Contact information is required"
          />
          <SelectField
            label="Size"
            name={`${ground}-size`}
            value={size}
            onChange={setSize}
            options={SIZES}
          />
          <TextField label="Disabled" name={`${ground}-off`} value="" onChange={setText} disabled />
          <TextArea label="Notes" name={`${ground}-notes`} value={text} onChange={setText} />
          <div>
            <Checkbox
              label="I have read the agreement"
              name={`${ground}-agree`}
              checked={agreed}
              onChange={setAgreed}
            />
            <Checkbox
              label="And the policy"
              name={`${ground}-policy`}
              checked={false}
              onChange={setAgreed}
              error="Please read it first"
            />
          </div>
        </div>
      </Specimen>
      <Specimen name="RadioCards">
        <RadioCards
          legend="One of a few"
          name={`${ground}-card`}
          value={card}
          onChange={setCard}
          options={CARDS}
          error="Choose one of these"
        />
      </Specimen>
    </>
  );
}

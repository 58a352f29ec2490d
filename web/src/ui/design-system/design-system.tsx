import { type ReactNode, useState } from "react";
import { Accordion } from "#ui/accordion.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonSizes, buttonVariants } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Icon, iconNames } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice, tones } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Price } from "#ui/price.tsx";
import { Progress } from "#ui/progress.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ToastProvider, useToast } from "#ui/toast.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";

/** Every component of the design system in every variant, in light and dark mode. */
export function DesignSystem() {
  return (
    <main id="content">
      <header className="page pt-12">
        <h1>The design system</h1>
        <p>Every component, every variant, on both grounds.</p>
      </header>
      <ToastProvider>
        <Ground name="By day">
          <Presses />
          <Controls ground="day" />
          <Showings ground="day" />
        </Ground>
        <Ground name="By night" night>
          <Presses />
          <Controls ground="night" />
          <Showings ground="night" />
        </Ground>
      </ToastProvider>
    </main>
  );
}

type GroundProps = { name: string; night?: boolean; children: ReactNode };

function Ground({ name, night = false, children }: GroundProps) {
  return (
    <section className={night ? "on-night py-12" : "py-12"}>
      <div className="page">
        <h2>
          <VisuallyHidden>{name}</VisuallyHidden>
        </h2>
        {children}
      </div>
    </section>
  );
}

const words = buttonSizes.filter((size) => size !== "icon");

function Presses() {
  return (
    <>
      <Specimen name="Button">
        <div className="grid gap-6">
          {buttonVariants.map((variant) => (
            <div className="flex flex-wrap items-center gap-4" key={variant}>
              {words.map((size) => (
                <Button key={size} variant={variant} size={size}>
                  {variant}
                </Button>
              ))}
              <Button variant={variant} size="icon" aria-label={`${variant}, icon`}>
                <Icon name="arrow-right" />
              </Button>
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen name="Button: link, busy, disabled">
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="cta-green" href="/">
            A link
          </Button>
          <Button variant="cta-green" busy busyLabel="Reservando...">
            Reserve
          </Button>
          <Button variant="cta-green" disabled>
            Not yet
          </Button>
          <Button variant="outline" disabled>
            Not yet
          </Button>
        </div>
      </Specimen>
    </>
  );
}

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
function Controls({ ground }: { ground: string }) {
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

const QUESTIONS = [
  { id: "first", title: "A first question?", content: <p>Its answer, in a sentence or two.</p> },
  { id: "second", title: "A second question?", content: <p>Opening this one closes the first.</p> },
];

function Showings({ ground }: { ground: string }) {
  const questions = QUESTIONS.map((item) => ({ ...item, id: `${ground}-${item.id}` }));

  return (
    <>
      <Specimen name="Notice">
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} title={tone} action={<a href="#top">An action</a>}>
            What happened, and what to do about it.
          </Notice>
        ))}
      </Specimen>
      <Specimen name="Price, Progress, Spinner">
        <div className="flex flex-wrap items-center gap-4">
          <Price cents={2_000_00} size="sm" />
          <Price cents={2_000_00} />
          <Price cents={2_000_00} size="lg" />
          <Price cents={2_000_00} size="xl" />
          <Spinner label="Loading" />
        </div>
        <Progress step={2} of={4} label="Your booking" />
      </Specimen>
      <Specimen name="Card">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] items-start gap-6">
          <Card>Plain</Card>
          <Card tone="sunken">Sunken</Card>
          <Card tone="night">Night</Card>
        </div>
      </Specimen>
      <Specimen name="Panel, Badge, MoneyLines">
        <Panel
          id={`${ground}-panel`}
          title={`One subject, by ${ground}`}
          badge={<Badge>quiet</Badge>}
        >
          <div className="flex flex-wrap items-center gap-4">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </div>
          <MoneyLines>
            <MoneyLine name="A line" note="With a note" cents={1_000_00} />
            <MoneyLine name="Total" cents={2_000_00} isTotal />
          </MoneyLines>
        </Panel>
      </Specimen>
      <Specimen name="Accordion">
        <Accordion name={`${ground}-questions`} items={questions} />
      </Specimen>
      <Specimen name="Modal, Toast">
        <Passing />
      </Specimen>
      <Specimen name="Icon">
        <div className="flex flex-wrap items-center gap-4">
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </Specimen>
    </>
  );
}

function Passing() {
  const toast = useToast();
  const [open, setOpen] = useState(false);

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button variant="outline" onClick={() => setOpen(true)}>
        Open a modal
      </Button>
      {tones.map((tone) => (
        <Button
          key={tone}
          variant="secondary"
          onClick={() => toast({ title: `A ${tone} toast`, text: "It leaves by itself.", tone })}
        >
          {tone} toast
        </Button>
      ))}
      <Modal open={open} onClose={() => setOpen(false)} title="A modal">
        <p>Escape or Close, and focus returns to the button.</p>
        <Button variant="cta-green" onClick={() => setOpen(false)}>
          Done
        </Button>
      </Modal>
    </div>
  );
}

function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-8">
      <h3 className="mb-6 text-sm text-quiet">{name}</h3>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}

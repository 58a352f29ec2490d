import { useState } from "react";
import { Accordion } from "#ui/accordion.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon, iconNames } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice, tones } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Price } from "#ui/price.tsx";
import { Progress } from "#ui/progress.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { Specimen } from "./specimen.tsx";

const QUESTIONS = [
  { id: "first", title: "A first question?", content: <p>Its answer, in a sentence or two.</p> },
  { id: "second", title: "A second question?", content: <p>Opening this one closes the first.</p> },
];

export function Showings({ ground }: { ground: string }) {
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

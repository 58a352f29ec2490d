import { Button, buttonSizes, buttonVariants } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Specimen } from "./specimen.tsx";

const words = buttonSizes.filter((size) => size !== "icon");

export function Presses() {
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

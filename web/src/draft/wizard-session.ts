/** The wizard session that is saved on the server, built from the draft. */
import type { Schemas } from "#api/client.ts";
import type { Draft } from "./draft.ts";

type WizardSession = Required<Schemas["WizardProgressIn"]>;

export function toWizardSession(draft: Draft): WizardSession {
  const { wizard, scheduling, customer } = draft;
  return {
    current_step: wizard.current_step,
    completed_steps: wizard.completed_steps,
    ...choices(draft),
    ...totals(draft),
    selected_installation_date: scheduling.selected_date,
    selected_time_window: (scheduling.selected_time_window?.id ??
      null) as WizardSession["selected_time_window"],
    full_name: customer.contact.name || null,
    mobile_number: customer.contact.phone || null,
    email: customer.contact.email || null,
    status: wizard.status,
    recovery_consent: wantsReminder(draft),
  };
}

// Only while the booking is unfinished: once there is an order, the consent to a reminder has no
// purpose.
const wantsReminder = ({ wizard, customer }: Draft): boolean =>
  wizard.status === "in_progress" &&
  customer.contact.email !== "" &&
  customer.preferences.recovery_consent === true;

const choices = ({ location: { distance }, generator }: Draft) => ({
  installation_cost_cents: distance?.price_cents ?? null,
  max_distance_ft: distance?.max_distance_ft ?? null,
  generator_choice: generator.selected_at ? generator.choice : null,
  selected_generator_id: Number(generator.product?.sku) || null,
  generator_price_cents: generator.product?.price_cents ?? null,
});

function totals({ pricing: { totals } }: Draft) {
  if (totals.total_cents === 0) return { subtotal_cents: null, tax_cents: null, total_cents: null };
  return {
    subtotal_cents: totals.subtotal_cents,
    tax_cents: totals.tax_cents,
    total_cents: totals.total_cents,
  };
}

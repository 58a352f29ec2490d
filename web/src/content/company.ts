/** Facts about the company: market/houston/company.json. */
import facts from "@market/company.json";

export const company = {
  name: facts.name,
  legalName: facts.legal_name,
  phone: facts.phone,
  email: facts.email,
  licence: facts.licence,
  regulator: facts.regulator,
  hours: facts.hours,
  supportHours: facts.support_hours,
  area: facts.area,
};

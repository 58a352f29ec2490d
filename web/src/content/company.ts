/** Facts about the company: of the market, or as the settings have them. */
import { companyFact } from "#business/market.ts";

export const company = {
  name: companyFact("name"),
  legalName: companyFact("legal_name"),
  phone: companyFact("phone"),
  email: companyFact("email"),
  licence: companyFact("licence"),
  regulator: companyFact("regulator"),
  hours: companyFact("hours"),
  supportHours: companyFact("support_hours"),
  area: companyFact("area"),
};

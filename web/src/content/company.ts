/** Facts about the company; the operator sets them before launch. */

export const company = {
  name: "Standby",
  legalName: "Standby Home Power LLC",
  phone: "(713) 555-0142",
  email: "hello@standby.example",
  licence: "TECL 00000",
  regulator:
    "Regulated by The Texas Department of Licensing and Regulation, P.O. Box 12157, Austin, Texas 78711, 1-800-803-9202, www.tdlr.texas.gov",
  hours: "By appointment, Mon–Sat",
  supportHours: "Monday-Friday, 8 AM - 6 PM CST",
  area: "Houston Metro",
} as const;

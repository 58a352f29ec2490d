/** Where the crews start from. */
import facts from "@market/company.json";

export const serviceCenter = {
  place: facts.service_center.place,
  locality: facts.service_center.locality,
  zipCode: facts.service_center.zip_code,
};

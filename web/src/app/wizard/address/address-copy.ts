export const addressWords = {
  title: "Where do we install it?",
  lead: "Your address tells us the permit and the crew. The distance sets the flat rate.",
  required: "Address is required",
  notCovered: "Address is not in coverage area",
};

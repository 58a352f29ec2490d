/** The pages are valid HTML: html-validate's recommended rules but for these, each with its reason. */
const rules = {
  // React writes void elements, booleans and attribute names its own way; all of it is valid HTML.
  "void-style": "off",
  "attr-case": "off",
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  // React's ids begin with "_", which HTML allows.
  "valid-id": ["error", { relaxed: true }],
  // The style sheet, not the text, keeps a telephone number on one line.
  "tel-non-breaking": "off",
  // <progress> cannot be drawn as four segments, nor <select> as suggestions under a box.
  "prefer-native-element": ["error", { exclude: ["progressbar", "listbox"] }],
  // A calculator answers at every choice: there is nothing to submit.
  "wcag/h32": "off",
  // HTML keeps street-address for a text area; browsers fill it into a line too, with its town.
  "valid-autocomplete": "off",
  // A list of facts (<dl>) may have a name.
  "aria-label-misuse": ["error", { allowAnyNamable: true }],
};

// Astro writes one line of style before a page's first island, in the body; browsers accept it there.
const elements = ["html5", { style: { flow: true, phrasing: true } }];

export default { root: true, extends: ["html-validate:recommended"], elements, rules };

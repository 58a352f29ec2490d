export const energyWords = {
  title: "Tell us about your home",
  lead: "Three answers for a first estimate. You can size it properly on the next page.",
  address: "Address",
  bill: "Average Electric Bill ($/mo)",
  usage: "Monthly kWh Usage (optional)",
  billHint: "A typical month, averaged over the year.",
  usageHint: "On your bill, next to the meter readings. It makes the estimate better.",
  submit: "See System Recommendation",
  cancel: "Cancel",
  addressWrong: "Please enter a valid address",
  billMissing: "Please enter your electric bill amount",
  billNotANumber: "Please enter your bill in dollars, for example 180",
  billTooHigh: "That is more than $5,000 a month. Please enter one month's bill in dollars",
  usageNotANumber: "Please enter your usage in kWh, for example 1200, or leave it empty",
  usageTooHigh: "That is more than 20,000 kWh a month. Please enter one month's usage",
  notKept:
    "Your browser does not let this page save what you typed, so the next page cannot show it. Allow storage for this site, or call us.",
};

// In Spanish, as specified: shown where the maps provider is set up without a key (REC-01.4).
export const keyWords = {
  title: "Clave de API de Google Places",
  lead: "La búsqueda de direcciones de este sitio no tiene clave. Puedes usar la tuya para ver sugerencias, o escribir tu dirección completa.",
  label: "Tu clave de API",
  use: "Usar esta clave",
  inUse: "Tu clave se usa en esta pestaña.",
  forget: "Olvidar la clave",
  badKey: "Una clave de Google tiene unos 39 caracteres y empieza por AIza.",
  showHelp: "¿Cómo consigo una clave?",
  hideHelp: "Ocultar la ayuda",
  help: [
    "Entra en console.cloud.google.com y crea un proyecto.",
    "Activa «Places API (New)».",
    "En «Credenciales», crea una clave de API y limítala a este sitio.",
    "Pégala aquí.",
  ],
  privacy:
    "La clave se queda en la memoria de esta pestaña. No la guardamos ni la recibimos: las búsquedas van de tu navegador a Google, y Google puede cobrártelas.",
};

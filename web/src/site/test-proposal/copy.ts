/** Texts of the internal test page, in Spanish and English as specified (TEST-01). */
export const copy = {
  title: "Test: proposal generation",
  lead: "Página interna. Envía un Order ID y genera el PDF de la propuesta.",
  orderId: "Order ID",
  sampleId: "3f6f1c52-8a0e-4b7d-9c11-5d2e7a904b18",
  send: "Enviar a n8n / Generate proposal",
  sending: "Enviando...",
  empty: "Por favor ingresa un Order ID",
  sent: "Datos enviados a n8n correctamente",
  error: (message: string) => `Error: ${message}`,
  failed: "No se pudieron enviar los datos",
  unconfirmed: "No se recibió confirmación de n8n",
  panelTitle: "Propuesta generada / Proposal generated",
  panel:
    "El archivo está con el pedido, en sus documentos. / The file is with the order’s documents.",
  fileId: "File ID",
} as const;

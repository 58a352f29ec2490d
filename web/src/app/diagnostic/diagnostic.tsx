import { BookingForm } from "./booking-form.tsx";
import { Frame } from "./frame.tsx";

/** /diagnostic books the visit (DIAG-01.1). */
export default function DiagnosticPage() {
  return (
    <Frame>
      <BookingForm />
    </Frame>
  );
}

/**
 * Reads a serial number from a photo of its label, where the browser can (Chrome on Android). A
 * library for the others weighs 400 kB and more; there the number is typed.
 */

type Detector = { detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]> };
type DetectorClass = new () => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

export const readsBarcodes = (): boolean => detectorClass() !== undefined;

/** The longest code on the label that can be a serial number; null when there is none. */
export async function serialIn(photo: Blob): Promise<string | null> {
  const Detector = detectorClass();
  if (!Detector) return null;
  const codes = await new Detector().detect(await createImageBitmap(photo));
  const serials = codes.map(({ rawValue }) => rawValue.trim()).filter(isSerial);
  return serials.sort((one, other) => other.length - one.length)[0] ?? null;
}

const isSerial = (text: string) => /^[A-Za-z0-9-]{5,40}$/.test(text);

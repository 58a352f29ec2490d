/**
 * Reads a serial number from a photo of its label: by the browser where it can (Chrome on Android),
 * else by a library that is loaded when it is needed.
 */

type Detector = { detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]> };
type DetectorClass = new () => Detector;

const browsersOwn = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

const loadReader = () => import("./barcode-reader.ts");

/** The longest code on the label that can be a serial number; null when there is none. */
export async function serialIn(photo: Blob): Promise<string | null> {
  const Detector = browsersOwn() ?? (await loadReader()).BarcodeDetector;
  const codes = await new Detector().detect(await createImageBitmap(photo));
  const serials = codes.map(({ rawValue }) => rawValue.trim()).filter(isSerial);
  return serials.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** Files that a phone must keep to read labels without signal; loads the script that reads. */
export async function readerFiles(): Promise<string[]> {
  return browsersOwn() ? [] : [(await loadReader()).readerFile];
}

const isSerial = (text: string) => /^[A-Za-z0-9-]{5,40}$/.test(text);

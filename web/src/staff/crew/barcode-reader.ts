/** Reads barcodes where the browser cannot: by WebAssembly from our own server. */
import { prepareZXingModule } from "barcode-detector/ponyfill";
import readerFile from "zxing-wasm/reader/zxing_reader.wasm?url";

// Without this the library fetches it from a CDN.
prepareZXingModule({ overrides: { locateFile: () => readerFile } });

export { BarcodeDetector } from "barcode-detector/ponyfill";
export { readerFile };

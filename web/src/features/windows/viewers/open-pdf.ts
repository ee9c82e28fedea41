import { getDocument, GlobalWorkerOptions, TextLayer, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite gives its address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Where pdf.js finds what it fetches by name: see build/pdfjs-files.ts. */
declare const PDFJS_FILES: string;

export { TextLayer, type PDFDocumentProxy };

/**
 * A PDF at an address of ours, read in ranges by a worker. No script of it runs: pdf.js has no interpreter for them
 * here, and the page's policy forbids `eval`.
 */
export const openPdf = (url: string): { document: Promise<PDFDocumentProxy>; close: () => void } => {
  const files = new URL(PDFJS_FILES, location.href).href;
  const task = getDocument({
    url,
    enableXfa: false,
    disableAutoFetch: true,
    // The policy forbids WebAssembly too: pictures in JPEG 2000 and JBIG2 are decoded by plain scripts.
    useWasm: false,
    wasmUrl: `${files}wasm/`,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    useWorkerFetch: true,
  });
  return { document: task.promise, close: () => void task.destroy() };
};

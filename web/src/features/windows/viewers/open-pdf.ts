import { getDocument, GlobalWorkerOptions, TextLayer, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite gives its address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Set by build/pdfjs-files.ts. */
declare const PDFJS_FILES: string;

export { TextLayer, type PDFDocumentProxy };

/** Read in ranges. Its scripts never run: no interpreter, and the policy forbids `eval`. */
export const openPdf = (url: string): { document: Promise<PDFDocumentProxy>; close: () => void } => {
  const files = new URL(PDFJS_FILES, location.href).href;
  const task = getDocument({
    url,
    enableXfa: false,
    disableAutoFetch: true,
    // The policy forbids WebAssembly.
    useWasm: false,
    wasmUrl: `${files}wasm/`,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    useWorkerFetch: true,
  });
  return { document: task.promise, close: () => void task.destroy() };
};

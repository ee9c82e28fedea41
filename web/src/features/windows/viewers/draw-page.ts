import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
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

/** Browsers refuse larger canvases, or memory runs out. */
const MOST_PIXELS = 16_000_000;

interface PageOnScreen {
  page: number;
  zoom: number;
  canvas: HTMLCanvasElement;
  /** Over the canvas: gets its text, to be selected. */
  words: HTMLDivElement;
}

interface Drawing {
  /** Rejects also when cancelled. */
  done: Promise<void>;
  cancel: () => void;
  isCancelled: () => boolean;
}

export function drawPage(pdf: PDFDocumentProxy, { page, zoom, canvas, words }: PageOnScreen): Drawing {
  const stops: (() => void)[] = [];
  let isCancelled = false;
  const draw = async (): Promise<void> => {
    const proxy = await pdf.getPage(page);
    if (isCancelled) return;
    const shown = proxy.getViewport({ scale: zoom });
    const sharp = Math.min(
      window.devicePixelRatio || 1,
      Math.sqrt(MOST_PIXELS / (shown.width * shown.height)),
    );
    const viewport = proxy.getViewport({ scale: zoom * sharp });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    canvas.style.width = `${shown.width}px`;
    words.replaceChildren();
    const task = proxy.render({ canvas, viewport });
    const layer = new TextLayer({
      textContentSource: proxy.streamTextContent(),
      container: words,
      viewport: shown,
    });
    stops.push(
      () => task.cancel(),
      () => layer.cancel(),
    );
    await Promise.all([task.promise, layer.render()]);
    canvas.dataset.drawn = String(page);
  };
  return {
    done: draw(),
    cancel: () => {
      isCancelled = true;
      for (const stop of stops) stop();
    },
    isCancelled: () => isCancelled,
  };
}

import { TextLayer, type PDFDocumentProxy } from './open-pdf.js';

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

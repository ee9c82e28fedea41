import { type ElementView, messages } from '@skyshelf/contracts/browser';
import { useEffect, useRef, useState } from 'react';
import { Loader } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useFileAddresses } from '../../../shared/files/file-addresses.js';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import { useAppDispatch } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { useCompact } from '../../../shared/dom/media-queries.js';
import { text } from '../../../shared/messages/en.js';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { NoPreview } from './placeholders.js';
import { drawPage, openPdf, type PDFDocumentProxy } from './draw-page.js';
import { logError } from '../../../shared/log-error.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './pdf-viewer.module.css';

interface DocumentAddress {
  address: string | null;
  failed: boolean;
  reason?: string;
}

/** Null while it is made, and where there is none. */
export const useDocumentAddress = (element: ElementView, attempt = 0): DocumentAddress => {
  const { _id: id, linkurl, linktype, openElement } = element;
  const { isFixed } = useFileAddresses();
  const ready = linktype === 'application/pdf' ? linkurl : isFixed ? openElement : null;
  const [found, setFound] = useState<DocumentAddress>({ address: ready, failed: isFixed && ready === null });
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (ready !== null || isFixed || linkurl === null) return;
    setFound((last) => (last.failed ? { address: null, failed: false } : last));
    const { signal, abort } = abortable();
    const ask = async (): Promise<void> => {
      for (;;) {
        // Each call waits for up to 20 s.
        const answer = await callApi('convertDocument', { body: { id, linkurl, openElement } }, { signal });
        if ('ok' in answer) return setFound({ address: answer.openElement, failed: false });
      }
    };
    ask().catch((failure: unknown) => {
      if (signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      const { reason, code } = failure.error;
      setFound({ address: null, failed: true, ...(reason && { reason }) });
      // The panel alone says it.
      if (code !== 'document.unsupported') dispatch(toast.error(messages.someError));
    });
    return abort;
  }, [id, linkurl, openElement, ready, isFixed, attempt, dispatch]);
  return found;
};

const abortable = (): { signal: AbortSignal; abort: () => void } => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};

/** The specification's: steps of 0.5, above 0 and below 3.5. */
const STEP = 0.5;
const BOUND = 3.5;

export const zoomedIn = (zoom: number): number | null => (zoom + STEP < BOUND ? zoom + STEP : null);
export const zoomedOut = (zoom: number): number | null => (zoom - STEP > 0 ? zoom - STEP : null);
export const initialZoom = (compact: boolean): number => (compact ? 1 : 1.4);

/** `undefined` when it can't be read. */
const usePdf = (address: string | null): PDFDocumentProxy | null | undefined => {
  const cookieReady = useReadCookieReady();
  const files = useFileAddresses();
  const [pdf, setPdf] = useState<PDFDocumentProxy | null | undefined>(null);
  useEffect(() => {
    if (address === null || !cookieReady) return;
    let gone = false;
    const { document, close } = openPdf(files.path(address));
    document.then(
      (found) => !gone && setPdf(found),
      () => !gone && setPdf(undefined),
    );
    return () => {
      gone = true;
      close();
    };
  }, [address, cookieReady, files]);
  return pdf;
};

interface PagerProps {
  page: number;
  pages: number;
  zoom: number;
  onPage: (page: number) => void;
  onZoom: (zoom: number) => void;
}

const Pager = ({ page, pages, zoom, onPage, onZoom }: PagerProps) => {
  const closer = zoomedIn(zoom);
  const farther = zoomedOut(zoom);
  const buttons = [
    { label: windowsTexts.previousPage, Icon: IconChevronLeft, to: page > 1 ? () => onPage(page - 1) : null },
    {
      label: windowsTexts.nextPage,
      Icon: IconChevronRight,
      to: page < pages ? () => onPage(page + 1) : null,
    },
    { label: windowsTexts.zoomOut, Icon: IconZoomOut, to: farther === null ? null : () => onZoom(farther) },
    { label: windowsTexts.zoomIn, Icon: IconZoomIn, to: closer === null ? null : () => onZoom(closer) },
  ];
  return (
    <div className={css.pager} role="toolbar" aria-label={windowsTexts.pages}>
      <span role="status">{windowsTexts.page(page, pages)}</span>
      {buttons.map(({ label, Icon, to }) => (
        <button key={label} type="button" aria-label={label} disabled={to === null} onClick={() => to?.()}>
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </div>
  );
};

const PdfViewer = ({ element }: ViewerProps) => {
  const [attempt, setAttempt] = useState(0);
  const { address, failed, reason } = useDocumentAddress(element, attempt);
  const pdf = usePdf(address);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(initialZoom(useCompact()));
  const [isBroken, setBroken] = useState(false);
  if (failed || isBroken || pdf === undefined) {
    const onAgain = (): void => setAttempt(attempt + 1);
    return <NoPreview element={element} reason={reason} onAgain={onAgain} />;
  }
  return (
    <div className={css.pdf}>
      {pdf === null ? (
        <Loader className={css.loader} color="white" size="sm" role="status" aria-label={text.loading} />
      ) : (
        <>
          <div
            className={css.scroll}
            tabIndex={0}
            role="region"
            aria-label={element.linkname}
            data-takes-arrows
          >
            <PdfPage document={pdf} page={page} zoom={zoom} onFailure={() => setBroken(true)} />
          </div>
          <Pager page={page} pages={pdf.numPages} zoom={zoom} onPage={setPage} onZoom={setZoom} />
        </>
      )}
    </div>
  );
};

export default PdfViewer;

interface PdfPageProps {
  document: PDFDocumentProxy;
  page: number;
  zoom: number;
  onFailure: () => void;
}

const PdfPage = ({ document: pdf, page, zoom, onFailure }: PdfPageProps) => {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const textRef = useRef<HTMLDivElement>(null);
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });
  useEffect(() => {
    const canvas = canvasRef.current;
    const words = textRef.current;
    if (!canvas || !words) return;
    const drawing = drawPage(pdf, { page, zoom, canvas, words });
    drawing.done.catch((failure: unknown) => {
      if (drawing.isCancelled()) return;
      logError('A page could not be drawn', failure);
      failed.current();
    });
    return drawing.cancel;
  }, [pdf, page, zoom]);
  const scale = { '--total-scale-factor': zoom } as React.CSSProperties;
  return (
    <div className={css.sheet} style={scale}>
      <canvas
        ref={canvasRef}
        className={css.page}
        role="img"
        aria-label={windowsTexts.page(page, pdf.numPages)}
      />
      <div ref={textRef} className={css.text} />
    </div>
  );
};

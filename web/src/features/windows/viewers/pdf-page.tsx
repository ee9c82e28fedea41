import { useEffect, useRef } from 'react';
import { text } from '../../../shared/messages/en.js';
import { report } from '../../../shared/report.js';
import { drawPage } from './draw-page.js';
import type { PDFDocumentProxy } from './open-pdf.js';
import css from './pdf-viewer.module.css';

interface PdfPageProps {
  document: PDFDocumentProxy;
  page: number;
  zoom: number;
  onFailure: () => void;
}

export const PdfPage = ({ document: pdf, page, zoom, onFailure }: PdfPageProps) => {
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
      report('A page could not be drawn', failure);
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
        aria-label={text.windows.page(page, pdf.numPages)}
      />
      <div ref={textRef} className={css.text} />
    </div>
  );
};

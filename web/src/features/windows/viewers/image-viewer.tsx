import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useFileAddresses } from '../../../shared/files/file-addresses.js';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { imageSources } from '../../../shared/files/picture-sources.js';
import { Fetching, NoPreview } from './placeholders.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './image-viewer.module.css';

export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MOST = 8;
export const STEP = 1.5;

interface Box {
  width: number;
  height: number;
}

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Moves the picture no further than its edges. */
export const movedBy = ({ scale, x, y }: Zoom, dx: number, dy: number, { width, height }: Box): Zoom => ({
  scale,
  x: clamp(x + dx, (width * (scale - 1)) / 2),
  y: clamp(y + dy, (height * (scale - 1)) / 2),
});

/** @param at from the middle: what is there stays */
export const zoomedBy = (zoom: Zoom, factor: number, at: { x: number; y: number }, box: Box): Zoom => {
  const scale = Math.max(1, Math.min(MOST, zoom.scale * factor));
  const grown = scale / zoom.scale;
  const moved = { scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown };
  return movedBy(moved, 0, 0, box);
};

/** Converts the pixels of a wheel event into a zoom factor. */
const wheelFactor = (pixels: number): number => Math.exp(-pixels / 400);
const CLOSER = 2.5;
const keys: Partial<Record<string, number>> = { '+': STEP, '=': STEP, '-': 1 / STEP };

const fromMiddle = (box: DOMRect, point: { clientX: number; clientY: number }) => ({
  x: point.clientX - box.left - box.width / 2,
  y: point.clientY - box.top - box.height / 2,
});

export function useZoom(frameRef: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = frame.getBoundingClientRect();
      setZoom((last) => zoomedBy(last, wheelFactor(event.deltaY), fromMiddle(box, event), box));
    };
    const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      const factor = keys[key];
      if (ctrlKey || metaKey || altKey || (factor === undefined && key !== '0')) return;
      const box = frame.getBoundingClientRect();
      setZoom((last) => (factor === undefined ? WHOLE : zoomedBy(last, factor, { x: 0, y: 0 }, box)));
    };
    const window = frame.closest<HTMLElement>('[role="dialog"]');
    frame.addEventListener('wheel', onWheel, { passive: false });
    window?.addEventListener('keydown', onKeyDown);
    const stopPinch = followPinch(frame, setZoom);
    return () => {
      stopPinch();
      frame.removeEventListener('wheel', onWheel);
      window?.removeEventListener('keydown', onKeyDown);
    };
  }, [frameRef]);

  const handlers = {
    onDoubleClick: (event: React.MouseEvent<HTMLElement>): void => {
      const box = event.currentTarget.getBoundingClientRect();
      const at = fromMiddle(box, event);
      setZoom((last) => (last.scale > 1 ? WHOLE : zoomedBy(last, CLOSER, at, box)));
    },
    onPointerDown: ({ currentTarget, pointerId, pointerType }: PointerEvent<HTMLElement>): void => {
      if (pointerType === 'mouse') currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove: ({ currentTarget, pointerId, movementX, movementY }: PointerEvent<HTMLElement>): void => {
      if (!currentTarget.hasPointerCapture(pointerId)) return;
      const box = currentTarget.getBoundingClientRect();
      setZoom((last) => movedBy(last, movementX, movementY, box));
    },
  };
  return { zoom, handlers };
}

interface Fingers {
  /** The distance between two fingers in pixels; 0 for one finger. */
  apart: number;
  /** Unit: pixels of the viewport. */
  x: number;
  y: number;
}

const fingersOf = ({ touches: [one, two] }: TouchEvent): Fingers | null =>
  one
    ? {
        apart: two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0,
        x: (one.clientX + (two ?? one).clientX) / 2,
        y: (one.clientY + (two ?? one).clientY) / 2,
      }
    : null;

/** Answers how to stop. */
const followPinch = (frame: HTMLElement, change: (update: (last: Zoom) => Zoom) => void): (() => void) => {
  let last: Fingers | null = null;
  const begin = (event: TouchEvent): void => void (last = fingersOf(event));
  const move = (event: TouchEvent): void => {
    const from = last;
    const to = fingersOf(event);
    last = to;
    if (!from || !to || (to.apart === 0 && frame.dataset.zoomed === undefined)) return;
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    const at = { x: from.x - box.left - box.width / 2, y: from.y - box.top - box.height / 2 };
    const factor = from.apart > 0 && to.apart > 0 ? to.apart / from.apart : 1;
    change((zoom) => movedBy(zoomedBy(zoom, factor, at, box), to.x - from.x, to.y - from.y, box));
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  frame.addEventListener('touchstart', begin, { signal, passive: true });
  frame.addEventListener('touchmove', move, { signal, passive: false });
  frame.addEventListener('touchend', begin, { signal });
  frame.addEventListener('touchcancel', begin, { signal });
  return () => listeners.abort();
};

const ImageViewer = ({ element }: ViewerProps) => {
  const cookieReady = useReadCookieReady();
  const files = useFileAddresses();
  const sources = imageSources(element);
  const [tried, setTried] = useState(0);
  const [loaded, setLoaded] = useState(false);
  const frameRef = useRef<HTMLDivElement>(null);
  const { zoom, handlers } = useZoom(frameRef);
  const source = sources[tried];
  if (!source) return <NoPreview element={element} />;
  return (
    <div ref={frameRef} className={css.frame} data-zoomed={zoom.scale > 1 || undefined} {...handlers}>
      <div
        className={css.image}
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
      >
        {!loaded && element.thumbnailImage && cookieReady && (
          <img className={css.preview} src={files.path(element.thumbnailImage)} alt="" draggable={false} />
        )}
        {cookieReady && (
          <img
            key={source}
            src={files.path(source)}
            alt={element.linkname}
            data-loaded={loaded}
            draggable={false}
            decoding="async"
            onLoad={() => setLoaded(true)}
            onError={() => setTried(tried + 1)}
          />
        )}
      </div>
      {!loaded && <Fetching />}
    </div>
  );
};

export default ImageViewer;

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

/** No further than its edges. */
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

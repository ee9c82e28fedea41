import type { Frame, Size } from './window-size.js';

export type Side = 'left' | 'right';
export type SnapZone = Side | 'top';

const EDGE_PX = 10;

export const snapZone = (x: number, y: number, { width }: Size): SnapZone | null => {
  if (x <= EDGE_PX) return 'left';
  if (x >= width - EDGE_PX) return 'right';
  return y <= EDGE_PX ? 'top' : null;
};

export const snappedFrame = (zone: SnapZone, { width, height }: Size): Frame => {
  const half = Math.floor(width / 2);
  if (zone === 'left') return { x: 0, y: 0, width: half, height };
  return zone === 'right' ? { x: half, y: 0, width: width - half, height } : { x: 0, y: 0, width, height };
};

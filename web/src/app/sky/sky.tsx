import type { CSSProperties } from 'react';
import css from './sky.module.css';

const CLOUD = 'M56 92a30 30 0 0 1-3-59.800A46 46 0 0 1 140.500 21 36 36 0 0 1 196 47.500 23 23 0 0 1 194 92z';
const BOX = { x: 26, y: -7, width: 187, height: 99 };

interface Cloud {
  distance: 'far' | 'middle' | 'near';
  /** The origin is that of the outline, in a window of 1440 × 900. */
  x: number;
  y: number;
  scale: number;
}

const clouds: readonly Cloud[] = [
  { distance: 'far', x: 90, y: 60, scale: 0.8 },
  { distance: 'far', x: 760, y: 30, scale: 0.65 },
  { distance: 'far', x: 1240, y: 150, scale: 0.7 },
  { distance: 'middle', x: 420, y: 210, scale: 1.15 },
  { distance: 'middle', x: 1010, y: 300, scale: 1.3 },
  { distance: 'near', x: -60, y: 430, scale: 2.1 },
  { distance: 'near', x: 1130, y: 560, scale: 2.4 },
];

const boxOf = ({ x, y, scale }: Cloud) =>
  ({ '--x': x + BOX.x * scale, '--y': y + BOX.y * scale, '--width': BOX.width * scale }) as CSSProperties;

/** Each cloud is a picture no larger than itself, so that scrolling repaints little. */
export const Sky = () => (
  <div className={css.sky} aria-hidden>
    {clouds.map((cloud, index) => (
      <svg
        key={cloud.x}
        className={`${css.cloud} ${css[cloud.distance]}`}
        style={boxOf(cloud)}
        viewBox={`${BOX.x} ${BOX.y} ${BOX.width} ${BOX.height}`}
      >
        <linearGradient id={`cloud-${index}`} x1="0" y1="0" x2="0" y2="1">
          <stop className={css.top} offset="0.2" />
          <stop className={css.base} offset="1" />
        </linearGradient>
        <path d={CLOUD} fill={`url(#cloud-${index})`} />
      </svg>
    ))}
  </div>
);

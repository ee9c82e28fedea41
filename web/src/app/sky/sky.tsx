import css from './sky.module.css';

/** One cloud as a single outline with a flat base. */
const CLOUD = 'M56 92a30 30 0 0 1-3-59.800A46 46 0 0 1 140.500 21 36 36 0 0 1 196 47.500 23 23 0 0 1 194 92z';

interface Cloud {
  x: number;
  y: number;
  scale: number;
}

const layers: readonly { name: 'far' | 'middle' | 'near'; clouds: readonly Cloud[] }[] = [
  {
    name: 'far',
    clouds: [
      { x: 90, y: 60, scale: 0.8 },
      { x: 760, y: 30, scale: 0.65 },
      { x: 1240, y: 150, scale: 0.7 },
    ],
  },
  {
    name: 'middle',
    clouds: [
      { x: 420, y: 210, scale: 1.15 },
      { x: 1010, y: 300, scale: 1.3 },
    ],
  },
  {
    name: 'near',
    clouds: [
      { x: -60, y: 430, scale: 2.1 },
      { x: 1130, y: 560, scale: 2.4 },
    ],
  },
];

/**
 * Sky behind every page; clouds on desktops only, drifting with the scroll as things far away do. Each distance is a picture of its own: what moves within
 * one is painted anew in every frame, what moves as a whole is not.
 */
export const Sky = () => (
  <div className={css.sky} aria-hidden>
    {layers.map(({ name, clouds }) => (
      <svg
        key={name}
        className={`${css.clouds} ${css[name]}`}
        viewBox="0 0 1440 900"
        preserveAspectRatio="xMidYMin slice"
      >
        <linearGradient id={`cloud-${name}`} x1="0" y1="0" x2="0" y2="1">
          <stop className={css.top} offset="0.2" />
          <stop className={css.base} offset="1" />
        </linearGradient>
        {clouds.map(({ x, y, scale }) => (
          <path
            key={x}
            d={CLOUD}
            transform={`translate(${x} ${y}) scale(${scale})`}
            fill={`url(#cloud-${name})`}
          />
        ))}
      </svg>
    ))}
  </div>
);

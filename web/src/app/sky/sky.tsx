import css from './sky.module.css';

/** One cloud as a single outline with a flat base, drawn once and used three times. */
const CLOUD = 'M56 92a30 30 0 0 1-3-59.800A46 46 0 0 1 140.500 21 36 36 0 0 1 196 47.500 23 23 0 0 1 194 92z';

const clouds = [
  { name: css.far, x: 90, y: 60, scale: 0.8 },
  { name: css.far, x: 760, y: 30, scale: 0.65 },
  { name: css.far, x: 1240, y: 150, scale: 0.7 },
  { name: css.middle, x: 420, y: 210, scale: 1.15 },
  { name: css.middle, x: 1010, y: 300, scale: 1.3 },
  { name: css.near, x: -60, y: 430, scale: 2.1 },
  { name: css.near, x: 1130, y: 560, scale: 2.4 },
];

/** Sky behind every page; clouds on desktops only, drifting with the scroll as things far away do. */
export const Sky = () => (
  <div className={css.sky} aria-hidden>
    <svg className={css.clouds} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMin slice">
      <linearGradient id="cloud-fill" x1="0" y1="0" x2="0" y2="1">
        <stop className={css.top} offset="0.2" />
        <stop className={css.base} offset="1" />
      </linearGradient>
      {clouds.map(({ name, x, y, scale }) => (
        <g key={`${x}-${y}`} className={name}>
          <path d={CLOUD} transform={`translate(${x} ${y}) scale(${scale})`} />
        </g>
      ))}
    </svg>
  </div>
);

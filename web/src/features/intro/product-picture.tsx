import { kindIcons } from '../../shared/kinds/kind-icons.js';
import type { Kind } from '../../shared/kinds/kind-of.js';
import { text as all } from '../../shared/messages/en.js';
import { introTexts as text } from '../../shared/messages/intro-texts.js';
import css from './intro.module.css';

const tiles: { name: string; kind: Kind; scene?: 'dawn' | 'sea' | 'hills' }[] = [
  { name: 'Lisbon', kind: 'folder' },
  { name: 'Recipes', kind: 'folder' },
  { name: 'ferry.jpg', kind: 'image', scene: 'sea' },
  { name: 'morning.jpg', kind: 'image', scene: 'dawn' },
  { name: 'Train tickets', kind: 'website' },
  { name: 'budget.xlsx', kind: 'excel' },
  { name: 'hike.jpg', kind: 'image', scene: 'hills' },
  { name: 'fado.mp3', kind: 'audio' },
];

export const scenes = {
  dawn: ['#ffd9a8', '#f7a58b', '#7f6f9e'],
  sea: ['#bfe9ff', '#58b7dc', '#1f6f9a'],
  hills: ['#dff3d0', '#8fc58a', '#3f7f63'],
} as const;

export const Scene = ({ colours: [sky, middle, front] }: { colours: readonly [string, string, string] }) => (
  <svg viewBox="0 0 120 84" preserveAspectRatio="xMidYMid slice">
    <rect width="120" height="84" fill={sky} />
    <circle cx="86" cy="30" r="11" fill="#fff6da" />
    <path d="M0 56c20-14 34-16 54-4s42 8 66-6v38H0z" fill={middle} />
    <path d="M0 70c26-10 44-4 62 0s40 2 58-8v22H0z" fill={front} />
  </svg>
);

export const ProductPicture = () => (
  <div className={css.product} role="img" aria-label={text.pictureAlt}>
    <div className={css.bar}>
      <i /> <i /> <i />
      <span>{all.files.title}</span>
    </div>
    <div className={css.grid}>
      {tiles.map(({ name, kind, scene }) => (
        <figure key={name} className="stack">
          {scene ? <Scene colours={scenes[scene]} /> : <img src={kindIcons[kind]} alt="" />}
          <figcaption className="one-line">{name}</figcaption>
        </figure>
      ))}
    </div>
  </div>
);

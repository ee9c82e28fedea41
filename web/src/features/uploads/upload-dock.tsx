import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { text } from '../../shared/messages/en.js';
import { useCompact } from '../../shared/dom/use-compact.js';
import { DockLine } from './dock-line.js';
import { summarise } from './dock-summary.js';
import { uploads } from './uploads.js';
import { useUploads } from './use-uploads.js';
import css from './upload-dock.module.css';

/** As many lines as anybody reads; what is moving comes first. */
const MOST_LINES = 60;
const order = { sending: 0, finishing: 0, failed: 1, refused: 1, paused: 2, waiting: 3, done: 4 } as const;

/** What is on its way, at the bottom right; it stays while one goes from folder to folder. */
const UploadDock = () => {
  const items = useUploads();
  const compact = useCompact();
  const [choice, setChoice] = useState<boolean | null>(null);
  if (items.length === 0) return null;
  const opened = choice ?? !compact;
  const { title, detail, progress, active, done } = summarise(items, uploads.speed());
  const lines = [...items]
    .sort((a, b) => order[a.status] - order[b.status] || a.id - b.id)
    .slice(0, MOST_LINES);
  return (
    <section className={css.dock} aria-label={text.uploads.dock} data-keeps-selection data-active={active}>
      <div className={css.head}>
        <div className={css.words}>
          <strong>{title}</strong>
          {detail && <span className={css.state}>{detail}</span>}
        </div>
        <button
          type="button"
          aria-expanded={opened}
          aria-label={opened ? text.uploads.collapse : text.uploads.expand}
          onClick={() => setChoice(!opened)}
        >
          {opened ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
        </button>
        {!active && (
          <button type="button" aria-label={text.uploads.clear} onClick={() => uploads.clearSettled()}>
            <IconX size={18} aria-hidden />
          </button>
        )}
        <div className={css.track} aria-hidden>
          <span style={{ transform: `scaleX(${progress})` }} />
        </div>
      </div>
      <span className="visually-hidden" role="status">
        {text.uploads.announce(done, items.length)}
      </span>
      {opened && (
        <ul className={css.lines}>
          {lines.map((item) => (
            <DockLine key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
};

export default UploadDock;

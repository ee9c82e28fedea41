import { IconBookmarkFilled } from '@tabler/icons-react';
import type { Ref } from 'react';
import { formatMoment, formatSize } from '../../shared/format/dates-and-sizes.js';
import { historyTexts as text } from '../../shared/messages/history-texts.js';
import type { Version } from './versions-api.js';
import css from './history.module.css';

interface VersionListProps {
  ref: Ref<HTMLUListElement>;
  versions: readonly Version[];
  chosen: string;
  choose: (version: string) => void;
}

/** Radio buttons: one stop for Tab, and arrows choose. */
export const VersionList = ({ ref, versions, chosen, choose }: VersionListProps) => (
  <div className={css.versions}>
    <ul ref={ref} role="radiogroup" aria-label={text.versions}>
      {versions.map(({ version, date, size, device, name, current }) => (
        <li key={version} role="presentation">
          <label>
            <input
              type="radio"
              name="version"
              className="visually-hidden"
              checked={version === chosen}
              onChange={() => choose(version)}
            />
            <strong>{formatMoment(date)}</strong>
            {current && <em>{text.current}</em>}
            <small>{[formatSize(size), device].filter(Boolean).join(' · ')}</small>
            {name !== null && (
              <small className={css.kept}>
                <IconBookmarkFilled size={14} aria-label={text.isKept} /> {name}
              </small>
            )}
          </label>
        </li>
      ))}
    </ul>
    {versions.length === 1 && <p>{text.empty}</p>}
  </div>
);

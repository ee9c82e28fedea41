import type { ElementView } from '@skyshelf/contracts/browser';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../../../shared/format/dates.js';
import { kindIconOf } from '../../../../shared/kinds/kind-icons.js';
import { text } from '../../../../shared/messages/en.js';
import { useReadCookieReady } from '../../../../shared/session/read-cookie.js';
import { Thumb } from '../../grid/thumb.js';
import css from './details.module.css';
import { formatSize } from '../../../../shared/format/size.js';
import { summarise, type Summary } from './summary.js';
import { useFolderSums } from './use-folder-sums.js';

export const exactSize = (bytes: number): string =>
  bytes < 1024 ? formatSize(bytes) : text.details.exact(formatSize(bytes), bytes.toLocaleString('en-US'));

export const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

const words = text.details;
const SHOWN = 3;

const period = ({ from, to }: { from: string; to: string }): string => {
  const first = formatDay(from);
  const last = formatDay(to);
  return first === last ? first : words.period(first, last);
};

const Kinds = ({ kinds }: Pick<Summary, 'kinds'>) => (
  <ul className={css.kinds}>
    {kinds.map(({ label, count, example }) => (
      <li key={label}>
        <img src={kindIconOf(example)} alt="" width={20} height={20} />
        <span>{label}</span>
        <span>{count.toLocaleString('en-US')}</span>
      </li>
    ))}
  </ul>
);

const Sizes = ({ folders, bytes }: Pick<Summary, 'folders' | 'bytes'>) => {
  const sums = useFolderSums(folders);
  const all = exactSize(bytes + sums.bytes);
  const unknown = sums.unknown > 0 ? words.without(sums.unknown) : null;
  return (
    <>
      <Fact label={words.size} value={sums.open > 0 ? `${all} …` : all} />
      {folders.length > 0 && (
        <Fact
          label={words.inFolders}
          value={[text.files.count(sums.count), ...(unknown === null ? [] : [unknown])].join(', ')}
        />
      )}
    </>
  );
};

export const ManyDetails = ({ elements }: { elements: readonly ElementView[] }) => {
  const [{ kinds, folders, bytes, dates, tags, path }] = useState(() => summarise(elements));
  const cookieReady = useReadCookieReady();
  return (
    <>
      <div className={css.head}>
        <div className={css.stack} aria-hidden>
          {elements.slice(0, SHOWN).map((element) => (
            <div key={element._id} className={css.thumb}>
              <Thumb element={element} cookieReady={cookieReady} />
            </div>
          ))}
        </div>
        <strong>{text.files.count(elements.length)}</strong>
      </div>
      <dl className={css.facts}>
        <Fact label={words.kind} value={<Kinds kinds={kinds} />} />
        <Sizes folders={folders} bytes={bytes} />
        {dates && <Fact label={words.added} value={period(dates)} />}
        <Fact label={words.commonTags} value={tags.length > 0 ? tags.join(', ') : words.noCommonTags} />
        <Fact
          label={words.path}
          value={path === null ? words.severalFolders : path === '/' ? text.files.title : path}
        />
      </dl>
    </>
  );
};

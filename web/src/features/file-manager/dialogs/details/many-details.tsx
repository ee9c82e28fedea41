import type { ElementView } from '@skyshelf/contracts/browser';
import { type ReactNode, useEffect, useState } from 'react';
import { kindIconOf } from '../../../../shared/kinds/kind-icons.js';
import { kindLabelOf } from '../../../../shared/kinds/kind-label.js';
import { isFolder } from '../../../../shared/kinds/kind-of.js';
import { commonTags } from '../../tags/changed-tags.js';
import { callApi } from '../../../../shared/api/call-api.js';
import { formatDay, formatSize } from '../../../../shared/format/dates-and-sizes.js';
import { detailsTexts } from '../../../../shared/messages/details-texts.js';
import { text } from '../../../../shared/messages/en.js';
import { useReadCookieReady } from '../../../../shared/session/read-cookie.js';
import { Thumb } from '../../grid/thumb.js';
import css from '../dialogs.module.css';

interface Summary {
  kinds: { label: string; count: number; example: ElementView }[];
  folders: ElementView[];
  /** Folders do not count. */
  bytes: number;
  /** ISO 8601; null when none has a date. */
  dates: { from: string; to: string } | null;
  tags: string[];
  /** Null when there are several. */
  path: string | null;
}

export const summarise = (elements: readonly ElementView[]): Summary => {
  const kinds = [...Map.groupBy(elements, kindLabelOf)].flatMap(([label, alike]) => {
    const [example] = alike;
    return example ? [{ label, count: alike.length, example }] : [];
  });
  const dates = elements.flatMap((element) => (element.default ? [] : element.date)).toSorted();
  const from = dates.at(0);
  const to = dates.at(-1);
  const [path = null, ...others] = new Set(elements.map((element) => element.path));
  return {
    kinds: kinds.toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label)),
    folders: elements.filter(isFolder),
    bytes: elements.reduce((sum, element) => sum + (isFolder(element) ? 0 : element.size), 0),
    dates: from !== undefined && to !== undefined ? { from, to } : null,
    tags: commonTags(elements),
    path: others.length > 0 ? null : path,
  };
};

const MOST_MEASURED = 50;
const AT_ONCE = 3;

interface FolderSums {
  count: number;
  bytes: number;
  open: number;
  /** Folders that could not be measured, or are too many. */
  unknown: number;
}

function useFolderSums(folders: readonly ElementView[]): FolderSums {
  const [sums, setSums] = useState<FolderSums>(() => ({
    count: 0,
    bytes: 0,
    open: Math.min(folders.length, MOST_MEASURED),
    unknown: Math.max(0, folders.length - MOST_MEASURED),
  }));
  useEffect(() => {
    const stop = new AbortController();
    const waiting = folders.slice(0, MOST_MEASURED);
    const lane = async (): Promise<void> => {
      for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
        const more = await measured(folder, stop.signal);
        if (stop.signal.aborted) return;
        setSums((before) => added(before, more));
      }
    };
    setSums((before) => ({ ...before, count: 0, bytes: 0, open: waiting.length }));
    for (let at = 0; at < AT_ONCE; at += 1) void lane();
    return () => stop.abort();
  }, [folders]);
  return sums;
}

const measured = async (
  { path, linkname, _id }: ElementView,
  signal: AbortSignal,
): Promise<{ count: number; size: number } | null> => {
  try {
    return await callApi(
      'measureFolder',
      { body: { url: `${path}${linkname}/`, folderId: _id } },
      { signal },
    );
  } catch {
    return null;
  }
};

const added = (
  { count, bytes, open, unknown }: FolderSums,
  more: { count: number; size: number } | null,
): FolderSums => ({
  count: count + (more?.count ?? 0),
  bytes: bytes + (more?.size ?? 0),
  open: open - 1,
  unknown: unknown + (more ? 0 : 1),
});

export const exactSize = (bytes: number): string =>
  bytes < 1024 ? formatSize(bytes) : detailsTexts.exact(formatSize(bytes), bytes.toLocaleString('en-US'));

export const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

const words = detailsTexts;
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

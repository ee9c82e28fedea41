import { Loader } from '@mantine/core';
import { decodeText, guessEncoding } from '@skyshelf/contracts/text';
import { type ReactNode, useEffect, useState } from 'react';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import { historyTexts as text } from '../../shared/messages/history-texts.js';
import { lineDifference, type Row } from './line-difference.js';
import type { Shown } from './version-element.js';
import css from './history.module.css';

/** Larger ones are shown as they are. */
const MOST_BYTES = 1024 * 1024;
const MOST_ROWS = 5000;

async function readText({ element: { linkurl, size }, files }: Shown, signal: AbortSignal): Promise<string> {
  if (size === 0 || linkurl === null) return '';
  const answer = await fetch(files.path(linkurl), { signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return decodeText(bytes, guessEncoding(bytes));
}

/** Null where they can't be compared, `undefined` until then. */
const useRows = (before: Shown, after: Shown): Row[] | null | undefined => {
  const isLarge = Math.max(before.element.size, after.element.size) > MOST_BYTES;
  const [rows, setRows] = useState<Row[] | null | undefined>(isLarge ? null : undefined);
  const [read] = useState(
    () => (signal: AbortSignal) => Promise.all([before, after].map((each) => readText(each, signal))),
  );
  useEffect(() => {
    if (isLarge) return;
    const stop = new AbortController();
    ensureReadCookie()
      .then(() => read(stop.signal))
      .then(([old = '', next = '']) => setRows(lineDifference(old, next)))
      .catch(() => !stop.signal.aborted && setRows(null));
    return () => stop.abort();
  }, [isLarge, read]);
  return rows;
};

interface DifferenceProps {
  before: Shown;
  after: Shown;
  labels: readonly [string, string];
  /** It is shown where no difference can be found. */
  otherwise: ReactNode;
}

const Difference = ({ before, after, labels, otherwise }: DifferenceProps) => {
  const rows = useRows(before, after);
  if (rows === undefined) return <Loader size="sm" role="status" aria-label={text.loading} />;
  if (rows === null || rows.length > MOST_ROWS)
    return (
      <>
        <p className={css.notice}>{text.noDifference}</p>
        {otherwise}
      </>
    );
  if (rows.length === 0) return <p className={css.none}>{text.same}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keys
    <div className={css.difference} role="region" aria-label={text.difference} tabIndex={0}>
      <p className={css.legend}>
        <del>{labels[0]}</del> <ins>{labels[1]}</ins>
      </p>
      <table>
        <tbody>
          {rows.map((row, index) => (
            // Rows never change their places.
            // oxlint-disable-next-line react/no-array-index-key
            <Line key={index} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

export default Difference;

const signs = { same: '', removed: '−', added: '+' } as const;
const words = { same: null, removed: text.removed, added: text.added } as const;

const Line = ({ kind, before, after, text: line }: Row) => {
  if (kind === null)
    return (
      <tr data-kind="gap">
        <td colSpan={4}>{text.gap}</td>
      </tr>
    );
  return (
    <tr data-kind={kind}>
      <td>{before}</td>
      <td>{after}</td>
      <td>
        <span aria-hidden>{signs[kind]}</span>
        {words[kind] !== null && <span className="visually-hidden">{words[kind]}</span>}
      </td>
      <td>{line}</td>
    </tr>
  );
};

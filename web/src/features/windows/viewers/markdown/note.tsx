import { createElement, memo, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { workerClient } from '../text/worker-client.js';
import { type NoteElement, type NoteNode, noteTags } from './note-node.js';
import { windowsTexts } from '../../../../shared/messages/windows-texts.js';
import { CodeText } from '../code/code-text.js';
import { languageNamed } from '../code/languages.js';
import { useRuns } from '../code/use-runs.js';
import { NoteImage, safeLink } from './note-image.js';
import css from './note.module.css';

/** Deeply nested text may take too long. */
const LIMIT_MS = 10_000;
/** A frame's blocks: the page answers in between. */
const BLOCKS_AT_ONCE = 40;

const reader = () =>
  workerClient<string, NoteNode[]>(
    () => new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module', name: 'markdown' }),
    LIMIT_MS,
  );

/** Null while it is read, `undefined` when it can't be. */
export const useNote = (text: string): NoteNode[] | null | undefined => {
  const [note, setNote] = useState<NoteNode[] | null | undefined>(null);
  useEffect(() => {
    const client = reader();
    let isOver = false;
    client.ask(text).then(
      (found) => !isOver && setNote(found),
      () => !isOver && setNote(undefined),
    );
    return () => {
      isOver = true;
      client.close();
    };
  }, [text]);
  return note;
};

const useGrowing = (count: number): number => {
  const [drawn, setDrawn] = useState(BLOCKS_AT_ONCE);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + BLOCKS_AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
};

/** A block is drawn as a whole. */
const MOST_COLOURED = 30_000;

interface DrawnProps {
  node: NoteElement;
  folder: string;
}

const CodeBlock = ({ node }: Pick<DrawnProps, 'node'>) => {
  const code = node.children.join('');
  const language = code.length > MOST_COLOURED ? null : languageNamed(node.language ?? '');
  const runs = useRuns(code, language?.name ?? null);
  return (
    <pre tabIndex={0} role="region" aria-label={language?.label ?? windowsTexts.code} data-takes-arrows>
      <code>
        <CodeText text={code} from={0} to={code.length} runs={runs} />
      </code>
    </pre>
  );
};

const goTo = (event: MouseEvent<HTMLElement>, anchor: string): void => {
  event.preventDefault();
  const headings = event.currentTarget.closest('[data-note]')?.querySelectorAll<HTMLElement>('[data-anchor]');
  const heading = [...(headings ?? [])].find(({ dataset }) => dataset.anchor === anchor);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
};

const decoded = (anchor: string): string => {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
};

const Link = ({ node: { address = '', children }, folder }: DrawnProps) => {
  const words = drawn(children, folder);
  const href = safeLink(address);
  if (href)
    return (
      <a href={href} title={href} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    );
  if (!address.startsWith('#')) return words;
  return (
    <a href={address} onClick={(event) => goTo(event, decoded(address.slice(1)))}>
      {words}
    </a>
  );
};

const Drawn = ({ node, folder }: DrawnProps): ReactNode => {
  const { tag, children, address = '', anchor, align, start, isDone } = node;
  if (tag === 'pre') return <CodeBlock node={node} />;
  if (tag === 'img') return <NoteImage address={address} alt={children.join('')} folder={folder} />;
  if (tag === 'a') return <Link node={node} folder={folder} />;
  if (tag === 'task')
    return (
      <input type="checkbox" checked={isDone ?? false} disabled aria-label={windowsTexts.task(!!isDone)} />
    );
  if (tag === 'table')
    return (
      <div className={css.table} tabIndex={0} role="region" aria-label={windowsTexts.table} data-takes-arrows>
        <table>{drawn(children, folder)}</table>
      </div>
    );
  if (tag === 'hr' || tag === 'br') return createElement(tag);
  // Of an unknown tag only its words are drawn.
  if (!noteTags.includes(tag)) return drawn(children, folder);
  const isTask = tag === 'li' && hasTask(node);
  return createElement(
    tag,
    {
      ...(anchor !== undefined && { 'data-anchor': anchor, tabIndex: -1 }),
      ...(align && { style: { textAlign: align } }),
      ...(start !== undefined && { start }),
      ...(isTask && { 'data-task': true }),
      ...(/^(?:p|h\d|li|t[hd]|blockquote)$/.test(tag) && { dir: 'auto' }),
    },
    drawn(children, folder),
  );
};

const hasTask = ({ children: [first] }: NoteElement): boolean =>
  typeof first === 'object' && (first.tag === 'task' || (first.tag === 'p' && hasTask(first)));

const drawn = (nodes: readonly NoteNode[], folder: string): ReactNode =>
  nodes.length === 0
    ? undefined
    : nodes.map((node, index) =>
        // oxlint-disable-next-line no-array-index-key -- they never move
        typeof node === 'string' ? node : <Drawn key={index} node={node} folder={folder} />,
      );

const Block = memo(function Block({ node, folder }: { node: NoteNode; folder: string }) {
  return typeof node === 'string' ? <p>{node}</p> : <Drawn node={node} folder={folder} />;
});

/** Element by element: no HTML is ever taken from it. */
export const Note = ({
  label,
  folder,
  nodes,
}: {
  label: string;
  folder: string;
  nodes: readonly NoteNode[];
}) => {
  const count = useGrowing(nodes.length);
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={label} data-note data-takes-arrows>
      <article className={css.note}>
        {nodes.slice(0, count).map((node, index) => (
          // oxlint-disable-next-line no-array-index-key -- blocks never move
          <Block key={index} node={node} folder={folder} />
        ))}
      </article>
    </div>
  );
};

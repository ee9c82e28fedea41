import { useEffect, useState } from 'react';
import { workerClient } from '../text/worker-client.js';
import type { NoteNode } from './note-node.js';

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

export const useGrowing = (count: number): number => {
  const [drawn, setDrawn] = useState(BLOCKS_AT_ONCE);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + BLOCKS_AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
};

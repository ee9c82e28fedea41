import { useEffect, useState } from 'react';
import { workerClient } from '../text/worker-client.js';
import type { NoteNode } from './note-node.js';

/** Some text is nested so that it can't be read in time. */
const LIMIT_MS = 10_000;
/** Blocks that are drawn at a time, so that the page answers in between. */
const BLOCKS_AT_ONCE = 40;

const reader = () =>
  workerClient<string, NoteNode[]>(
    () => new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module', name: 'markdown' }),
    LIMIT_MS,
  );

/** The blocks of a note; null while it is read, `undefined` when it can't be. */
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

/** How many of so many blocks are drawn by now: more with each frame. */
export const useGrowing = (count: number): number => {
  const [drawn, setDrawn] = useState(BLOCKS_AT_ONCE);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + BLOCKS_AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
};

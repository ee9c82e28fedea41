import type { UploadStatus } from './upload.js';

type Row = Partial<Record<UploadStatus, UploadStatus | 'gone'>>;

/**
 * All changes of status: what happens, and what becomes of a file that is in this state. What is not listed changes
 * nothing. The same table stands in `docs/architecture.md`; a test compares them.
 */
export const transitions = {
  send: { waiting: 'sending' },
  /** Of a call that is repeated it goes along though it is paused: the server knows the call by all of its files. */
  bundle: { waiting: 'finishing', paused: 'finishing' },
  unbundle: { finishing: 'waiting' },
  arrive: { sending: 'finishing' },
  admit: { finishing: 'done' },
  refuse: { waiting: 'refused', paused: 'refused', finishing: 'refused' },
  fail: { waiting: 'failed', paused: 'failed', sending: 'failed', finishing: 'failed' },
  lose: { sending: 'missing', finishing: 'missing' },
  pause: { waiting: 'paused', sending: 'paused' },
  resume: { paused: 'waiting', failed: 'waiting', missing: 'waiting' },
  /** Resumed with its bytes at the server. */
  readmit: { paused: 'finishing', failed: 'finishing', missing: 'finishing' },
  retake: { refused: 'waiting' },
  cancel: {
    ...{ waiting: 'gone', sending: 'gone', paused: 'gone', failed: 'gone', refused: 'gone' },
    ...{ missing: 'gone', done: 'gone' },
  },
  clear: { done: 'gone', failed: 'gone', refused: 'gone', missing: 'gone' },
} satisfies Record<string, Row>;

export type Transition = keyof typeof transitions;

/** What becomes of a file; undefined when nothing does. */
export const statusAfter = (status: UploadStatus, what: Transition): UploadStatus | 'gone' | undefined =>
  (transitions[what] as Row)[status];

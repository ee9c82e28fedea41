import type { UploadStatus } from './upload.js';

type Row = Partial<Record<UploadStatus, UploadStatus | 'gone'>>;

/** All status changes; what is not listed changes nothing. Also in `docs/architecture.md`, by test. */
export const transitions = {
  send: { waiting: 'sending' },
  /** A repeated call includes it though paused: the server knows the call by all files. */
  bundle: { waiting: 'finishing', paused: 'finishing' },
  unbundle: { finishing: 'waiting' },
  arrive: { sending: 'finishing' },
  admit: { finishing: 'done' },
  refuse: { waiting: 'refused', paused: 'refused', finishing: 'refused' },
  fail: { waiting: 'failed', paused: 'failed', sending: 'failed', finishing: 'failed' },
  lose: { sending: 'missing', finishing: 'missing' },
  pause: { waiting: 'paused', sending: 'paused' },
  resume: { paused: 'waiting', failed: 'waiting', missing: 'waiting' },
  /** Its bytes are at the server. */
  readmit: { paused: 'finishing', failed: 'finishing', missing: 'finishing' },
  retake: { refused: 'waiting' },
  cancel: {
    waiting: 'gone',
    sending: 'gone',
    paused: 'gone',
    failed: 'gone',
    refused: 'gone',
    missing: 'gone',
    done: 'gone',
  },
  clear: { done: 'gone', failed: 'gone', refused: 'gone', missing: 'gone' },
} satisfies Record<string, Row>;

export type Transition = keyof typeof transitions;

/** What becomes of a file; undefined when nothing does. */
export const statusAfter = (status: UploadStatus, what: Transition): UploadStatus | 'gone' | undefined =>
  (transitions[what] as Row)[status];

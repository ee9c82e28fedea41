import { existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

/** The system calls that strace records: how files come to be, get their names and reach the disk. */
export const recorder = (trace: string): string[] => [
  'strace',
  '-f',
  '-y',
  '--seccomp-bpf',
  '-e',
  'trace=openat,fsync,fdatasync,rename,renameat,renameat2,link,linkat',
  '-o',
  trace,
];

/** A name in the store, and whether what it stands for is on the disk. */
interface Named {
  bytesSynced: boolean;
  nameSynced: boolean;
}

/**
 * Takes away what a power cut would take: bytes of files that were never synced, and names in folders that
 * were not synced since. Judged from what the kernel was asked, in the order of its answers; of a sync that
 * another thread's line cut in two, the beginning counts.
 */
export function cutPower(trace: string, objects: string): { bytes: number; names: number } {
  const lost = { bytes: 0, names: 0 };
  for (const [path, { bytesSynced, nameSynced }] of namesIn(readFileSync(trace, 'utf8'), objects)) {
    if (!existsSync(path)) continue;
    if (!nameSynced) {
      rmSync(path);
      lost.names += 1;
    } else if (!bytesSynced && statSync(path).size > 0) {
      truncateSync(path, 0);
      lost.bytes += 1;
    }
  }
  return lost;
}

/** Reads from the recorded calls the history of every name below a folder. */
export function namesIn(recorded: string, objects: string): Map<string, Named> {
  const names = new Map<string, Named>();
  const synced = new Set<string>();
  for (const { call, text } of callsOf(recorded)) {
    if (!text.includes(objects)) continue;
    if (call.endsWith('sync')) {
      const [, path = ''] = /<([^>]*)>/.exec(text) ?? [];
      synced.add(path);
      for (const [name, state] of names) if (dirname(name) === path) state.nameSynced = true;
    } else if (call === 'openat') {
      const [, path = ''] = /= \d+<([^>]*)>/.exec(text) ?? [];
      if (text.includes('O_CREAT')) synced.delete(path);
    } else {
      const [from = '', to = ''] = [...text.matchAll(/"([^"]*)"/g)].map(([, path]) => path ?? '');
      if (text.includes('= 0')) names.set(to, { bytesSynced: synced.has(from), nameSynced: false });
    }
  }
  return names;
}

interface Call {
  call: string;
  text: string;
}

function* callsOf(recorded: string): Generator<Call> {
  const begun = new Map<string, string>();
  for (const line of recorded.split('\n')) {
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const [, resumed] = /^<\.\.\. (\w+) resumed>/.exec(text) ?? [];
    const call = resumed ?? /^(\w+)\(/.exec(text)?.[1];
    if (call === undefined) continue;
    const cut = text.endsWith('<unfinished ...>');
    if (cut) begun.set(thread, text);
    if (call.endsWith('sync') ? !resumed : !cut)
      yield { call, text: resumed ? `${begun.get(thread) ?? ''}${text}` : text };
  }
}

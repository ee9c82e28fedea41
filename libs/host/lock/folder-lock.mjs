import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf, lives } from './process-identity.mjs';

const POLL_MS = 50;

const held = new Set();

/**
 * Takes the lock unless a living process holds it; exactly one of several competitors wins, also when the
 * last holder was killed.
 *
 * The lock file appears whole and once (link fails where rename would replace). A dead holder's file is never
 * moved: another could have replaced it since the look. Instead its successor links a file named after the
 * dead one's content, which only one can, and so on if that one dies. The last of this chain holds the lock,
 * puts its file in the first one's place and then removes the others. A process that still looks at the
 * former chain finds the first file changed, and looks again.
 */
export function tryFolderLock(path) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const self = { ...identityOf(process.pid), id: randomUUID(), note: null };
  for (;;) {
    const chain = readChain(path);
    if (chain.living) {
      if (contentOf(path) === chain.first) return { heldBy: chain.living };
    } else if (linked(chain.next, self)) {
      if (chain.first === undefined) return lockOf(path, self);
      if (contentOf(path) === chain.first) {
        replace(path, self);
        for (const file of [...chain.behind, chain.next]) rmSync(file, { force: true });
        return lockOf(path, self);
      }
      rmSync(chain.next, { force: true });
    }
  }
}

/**
 * Waits for the holder; a dead process's lock is taken over.
 * @param waiting called once, when there is someone to wait for
 */
export async function withFolderLock(path, work, waiting) {
  let taken = tryFolderLock(path);
  for (let told = false; 'heldBy' in taken; taken = tryFolderLock(path)) {
    if (!told) waiting?.(taken.heldBy.pid);
    told = true;
    await pause(POLL_MS);
  }
  const { release } = taken;
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function lockOf(path, self) {
  held.add(self.id);
  return {
    note: (note) => {
      if (held.has(self.id)) replace(path, { ...self, note });
    },
    // Not twice: by then it may be another's.
    release: () => {
      if (held.delete(self.id)) rmSync(path, { force: true });
    },
  };
}

/**
 * The lock's content, its successors' files, the living holder if any, and the file that the next holder
 * links.
 */
function readChain(path) {
  const first = contentOf(path);
  const behind = [];
  let next = path;
  for (let content = first; content !== undefined; content = contentOf(next)) {
    const holder = holderIn(content);
    if (next !== path) behind.push(next);
    if (holder && holds(holder)) return { first, behind, living: holder, next };
    next = `${path}.after-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
  }
  return { first, behind, living: undefined, next };
}

/** Creates content and name in one step. @returns false when another was first */
function linked(file, holder) {
  const draft = draftOf(file, holder);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const replace = (file, holder) => renameSync(draftOf(file, holder), file);

function draftOf(file, holder) {
  const draft = `${file}.${holder.id}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  return draft;
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Unreadable after a power loss: no living holder. */
function holderIn(content) {
  try {
    const { pid, started, id = '', note = null } = JSON.parse(content) ?? {};
    return typeof pid === 'number' ? { pid, started, id, note } : undefined;
  } catch {
    return undefined;
  }
}

/** Process ids are reused; this one knows what it holds. */
function holds(holder) {
  if (holder.pid === process.pid && holder.started === undefined) return held.has(holder.id);
  return lives(holder);
}

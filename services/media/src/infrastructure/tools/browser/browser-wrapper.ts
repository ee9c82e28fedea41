import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../program-tool.js';
import { networkIsolation } from './browser-arguments.js';

export const BROWSER = 'chromium';
/** The same number on every system. */
const NOBODY = 65_534;

/** No one listens there. */
const NO_PROXY = 'http://127.0.0.1:9';

const isRoot = process.getuid?.() === 0;
const DIES_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL'];
const OWN_PROCESSES = ['unshare', '--pid', '--fork', '--kill-child=KILL', '--mount-proc', '--'];
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
const NO_CAPABILITIES = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];

/**
 * Order: best first. The sandbox needs an ordinary user, so root's browser runs as another; that forgets what dies with
 * whom.
 */
const wrappers: readonly (readonly string[])[] = isRoot
  ? [
      [...DIES_WITH_PARENT, ...OWN_PROCESSES, ...AS_NOBODY, ...NO_CAPABILITIES],
      [...AS_NOBODY, ...NO_CAPABILITIES, ...DIES_WITH_PARENT, '--'],
    ]
  : [[...DIES_WITH_PARENT, '--no-new-privs', '--']];

let found: Promise<readonly string[] | null> | undefined;
/** Milliseconds: a machine that was busy may let it start later. */
const AGAIN_AFTER_MS = 600_000;
let failedAt = -Infinity;

/**
 * Null where its sandbox doesn't work, or it is not installed. Tried out once, and again after it was
 * missing, or some time after it did not work.
 */
export async function findBrowserWrapper(): Promise<readonly string[] | null> {
  if (findProgram(BROWSER) === null) {
    found = undefined;
    return null;
  }
  const wrapper = await (found ??= tryOut(wrappers).then((works) => {
    if (!works) failedAt = performance.now();
    return works;
  }));
  if (!wrapper && performance.now() - failedAt > AGAIN_AFTER_MS) found = undefined;
  return wrapper;
}

async function tryOut([best, ...others]: readonly (readonly string[])[]): Promise<readonly string[] | null> {
  if (!best) return null;
  const folder = await mkdtemp(join(tmpdir(), 'skyshelf-browser-'));
  try {
    await grantToBrowser(folder);
    const [program = '', ...wrapped] = best;
    const args = [...wrapped, BROWSER, '--headless', `--user-data-dir=${folder}`];
    const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
    // Without a network: it would call its maker.
    const offline = networkIsolation(NO_PROXY);
    const more = [...offline, '--no-first-run', '--disable-gpu', '--dump-dom', 'about:blank'];
    await promisify(execFile)(program, [...args, ...more], { timeout: 60_000, killSignal: 'SIGKILL', env });
    return best;
  } catch {
    return await tryOut(others);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The browser may be another user. */
export async function grantToBrowser(folder: string): Promise<void> {
  if (isRoot) await chown(folder, NOBODY, NOBODY);
}

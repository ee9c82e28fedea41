import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isPacked } from '../../apps/data-folder/packed/packed-program.mjs';
import { SetupError, say, step, together } from './messages.mjs';
import { readNote, writeNote } from './notes.mjs';
import { npm } from './node-modules.mjs';
import { productNode } from './node-version.mjs';
import { NOTES, ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const SKIPPED = new Set(['node_modules', 'dist', '.nx', '.cache', 'test-results', 'coverage']);
const WEB_SOURCES = ['web', 'libs/contracts'];
const WEB_NOTE = join(NOTES, 'web.json');
const SETTINGS = ['package-lock.json', 'tsconfig.base.json'];

const nodeArgs = (script) => ({ command: productNode(), args: [script] });
const npmScript = (...words) => {
  const { command, args } = npm();
  return { command, args: [...args, 'run', '--silent', ...words] };
};

/** The builds of a start, made from the sources; none checks types, and none needs another's result. */
const BUILDS = {
  programs: {
    title: 'Packing the services',
    isStale: () => !isPacked(ROOT),
    command: () => nodeArgs('tools/setup/pack.mjs'),
  },
  web: {
    title: 'Building the web client',
    isStale: () =>
      !existsSync(join(ROOT, 'web/dist/index.html')) ||
      readNote(WEB_NOTE)?.print !== fingerprint(WEB_SOURCES),
    command: () => npmScript('build', '-w', '@skyshelf/web'),
    note: { path: WEB_NOTE, of: () => ({ print: fingerprint(WEB_SOURCES) }) },
  },
};

/** Of these builds, the ones whose sources have changed since they were made, or whose result is gone. */
export const staleBuilds = (names) => names.filter((name) => BUILDS[name].isStale());

/** Makes what is stale, side by side. */
export const makeBuilds = (names) => together(names.map((name) => make(BUILDS[name])));

const make = ({ title, command: commandOf, note }) =>
  step(title, async () => {
    const before = note?.of();
    const { command, args } = commandOf();
    const { code, output } = await runCommand(command, args, { cwd: ROOT });
    if (code !== 0) {
      say(output);
      throw new SetupError(`${title} failed; the messages are above.`);
    }
    if (note) writeNote(note.path, before);
  });

/** A digest over names, sizes and times of change: 1,000 files take some 20 ms. */
function fingerprint(folders) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) walk(join(folder, entry.name));
      else if (!/\.spec\.tsx?$/.test(entry.name)) add(join(folder, entry.name));
    }
  };
  for (const setting of SETTINGS) add(join(ROOT, setting));
  for (const folder of folders) walk(join(ROOT, folder));
  return hash.digest('hex');
}

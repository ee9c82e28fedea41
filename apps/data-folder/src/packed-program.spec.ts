import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPacked, packedProgram } from '../packed/packed-program.mjs';

const MAIN = 'services/catalog/dist/main.js';
const SOURCE = 'libs/http/src/two words.ts';

describe('a built program is started from', () => {
  let root: string;

  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'skyshelf-packed-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  function write(path: string, text: string): string {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  function pack(): void {
    const { size, mtimeMs } = statSync(write(SOURCE, 'one'));
    const lines = [`program ${MAIN} catalog-abc.js`, `source ${size} ${mtimeMs} ${SOURCE}`];
    write('apps/packed/dist/contents.txt', `${lines.join('\n')}\n`);
  }

  it('the file that holds it and all it imports', () => {
    pack();
    expect(packedProgram(MAIN, root)).toBe(join(root, 'apps/packed/dist/catalog-abc.js'));
  });

  it('its own main file where nothing was packed', () => {
    expect(packedProgram(MAIN, root)).toBe(join(root, MAIN));
  });

  it('its own main file when it is not among the packed ones', () => {
    pack();
    const other = 'services/catalogue/dist/main.js';
    expect(packedProgram(other, root)).toBe(join(root, other));
  });

  it('the packed file also while its sources are edited, for a replica that starts again', () => {
    pack();
    write(SOURCE, 'once');
    expect(packedProgram(MAIN, root)).toBe(join(root, 'apps/packed/dist/catalog-abc.js'));
  });

  it('what is packed of the sources as they are', () => {
    expect(isPacked(root)).toBe(false);
    pack();
    expect(isPacked(root)).toBe(true);
  });

  it.each([
    ['was written', () => utimesSync(join(root, SOURCE), 1, 1)],
    ['is larger now', () => write(SOURCE, 'once')],
    ['is gone', () => rmSync(join(root, SOURCE))],
  ])('something that is stale for set-up when a source %s', (_, change) => {
    pack();
    change();
    expect(isPacked(root)).toBe(false);
  });
});

import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync, chmodSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles } from '../../services/media/src/application/kind.js';
import { serviceNames } from '@skyshelf/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../../tools/testing/link-modules.js';
import { staleContainerfiles } from './containerfiles.mjs';
import { machineOf, neededLibraries } from './elf.mjs';
import { DEBIAN, IMAGES, SHELLS } from './image-list.mjs';
import { Layer, writeLayer } from './layer.mjs';
import { billOfMaterials, filesOf } from './sbom.mjs';

interface Image {
  program: string;
  debian: (keyof typeof DEBIAN)[];
}
const images = Object.entries(IMAGES) as [string, Image][];

describe('the list of images', () => {
  it('has one for each service and for each role of media, and all that it names is there', () => {
    expect(Object.keys(IMAGES)).toEqual(
      expect.arrayContaining([...serviceNames, ...roles.map((role) => `media-${role}`)]),
    );
    for (const [, { program, debian }] of images) {
      expect(Object.keys(DEBIAN)).toEqual(expect.arrayContaining(debian));
      expect(existsSync(join(ROOT, program))).toBe(true);
    }
  });

  it('gives a shell to media alone', () => {
    const named = (set: keyof typeof DEBIAN) => Object.keys(DEBIAN[set]);
    const withShell = images.filter(([, { debian }]) =>
      debian.flatMap(named).some((name) => SHELLS.includes(name)),
    );
    expect(withShell.map(([name]) => name).every((name) => name.startsWith('media'))).toBe(true);
  });

  it('is what the Containerfiles say', () => {
    expect(staleContainerfiles(), 'npm run images -- --containerfiles').toEqual([]);
  });
});

describe('a layer', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'skyshelf-layer-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const archived = async (name: string, mode: number, day: number) => {
    const source = join(folder, `${name}-source`);
    writeFileSync(source, 'text');
    chmodSync(source, mode);
    utimesSync(source, day, day);
    const layer = new Layer(join(folder, name));
    layer.add('/usr/bin/program', source, { purl: 'pkg:generic/one', name: 'one', version: '1' });
    layer.link('/bin/program', '/usr/bin/program', { purl: 'pkg:generic/two', name: 'two', version: '2' });
    await writeLayer(layer, join(folder, `${name}.tar`));
    return { layer, bytes: readFileSync(join(folder, `${name}.tar`)) };
  };

  it('is the same bytes whenever it is made, without a set-uid bit, and says whose each file is', async () => {
    const { layer, bytes } = await archived('one', 0o755, 1_000_000);
    const other = await archived('other', 0o4711, 2_000_000);
    expect(bytes.equals(other.bytes)).toBe(true);
    const bill = billOfMaterials({ name: 'image', version: '1' }, [layer]);
    expect(filesOf(bill)).toEqual(new Set(['/usr/bin/program', '/bin/program']));
    expect(bill.components.map(({ purl }) => purl)).toEqual(['pkg:generic/one', 'pkg:generic/two']);
  });
});

describe.skipIf(process.platform !== 'linux')('what a program is linked to', () => {
  it('is read from the program, and nothing from a text', () => {
    expect(neededLibraries(process.execPath)).toContain('libc.so.6');
    expect(machineOf(process.execPath)).toBe(process.arch);
    expect(neededLibraries(join(ROOT, 'package.json'))).toEqual([]);
    expect(machineOf(join(ROOT, 'package.json'))).toBeUndefined();
  });
});

import { runExport } from '@skyshelf/operations';
import { expect, it, vi } from 'vitest';
import { RunningShelf } from '../running-shelf.js';
import { KeptVersion } from './kept-version.js';
import { LoadedShelf } from './loaded-shelf.js';
import { readDrive } from './read-drive.js';
import { keptOptions, useEverything } from './use-everything.js';

// As in kept.int.spec.ts.
vi.mock('../../../../services/media/src/kinds/registry.js', async (original) => {
  const { kinds } = await original<{ kinds: Record<string, object> }>();
  return { kinds: { ...kinds, excerpt: { ...kinds.excerpt, wants: () => false } } };
});

/** `npm run campaign -- kept` keeps what the product of today leaves as a version of its own. */
it.runIf(process.env.KEPT === 'new')(
  'what the product leaves is kept as a new version',
  async () => {
    const version = KeptVersion.next();
    const shelf = await RunningShelf.start(keptOptions);
    let seen: unknown;
    try {
      const to = `${shelf.folder}/settled.tar`;
      const { rows, facts } = await useEverything(shelf, undefined, async () => {
        await runExport(shelf.installation, { user: 'settled', to });
        seen = await readDrive((await shelf.user('settled')).client, new Date());
      });
      await version.write(rows, facts, shelf.folder);
      await version.writeArchive(to);
    } finally {
      await shelf.stop();
    }
    const loaded = await LoadedShelf.start(version, 'It cannot be loaded as soon as it was kept.');
    try {
      const drives = await loaded.drives();
      const findings = await loaded.findings();
      const left = await loaded.left();
      await version.writeExpected({ drives, findings, left });
      expect(drives.settled).toEqual(seen);
      console.log(`${version.name}: ${findings.join(', ')}`, left);
    } finally {
      await loaded.stop();
    }
  },
  300_000,
);

import { limits } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFolder } from '../../../testing/facts.js';
import { outcomeOf, paste } from '../../../testing/shelf-commands.js';
import { createFolder } from '../commands/add-element.js';
import { DepthCounter } from './depth-counter.js';

const quiet = { warn: () => undefined };

/** A drive whose folders were made by commands that said how deep they stand. */
function shelf(): TestDrive & {
  counter: DepthCounter;
  deepest(): Promise<number | undefined>;
  looks(): number;
} {
  const drive = testDrive();
  const { catalog, account } = drive;
  const counter = new DepthCounter(catalog, quiet);
  let looks = 0;
  catalog.depths = {
    wake: (id) => {
      looks += 1;
      counter.wake(id);
    },
  };
  return {
    ...drive,
    counter,
    deepest: async () => (await catalog.store.state(account.drive)).bounds.depth,
    looks: () => looks,
  };
}

const made = async ({ catalog, account, opId }: TestDrive, linkname: string, folderId = 'root') =>
  (await createFolder(catalog, account, opId(), { address: { url: '/', folderId }, obj: { linkname } }))._id;

/** Creates nested folders. @returns their ids */
async function chain(drive: TestDrive, name: string, levels: number): Promise<string[]> {
  const ids: string[] = [];
  for (let level = 1; level <= levels; level += 1) ids.push(await made(drive, `${name}${level}`, ids.at(-1)));
  return ids;
}

/** A folder goes into another one and back to the top. */
async function moveToAndFro(drive: ReturnType<typeof shelf>, times: number): Promise<void> {
  const a = await made(drive, 'a');
  const b = await made(drive, 'b');
  for (let turn = 0; turn < times; turn += 1) {
    expect(await outcomeOf(paste(drive, 'cut', b, a))).toBe('ok');
    expect(await outcomeOf(paste(drive, 'cut', 'root', a))).toBe('ok');
    await drive.counter.idle();
  }
}

describe('a folder that goes deeper', () => {
  it('is not looked into while no folder of the drive can come too deep by it', async () => {
    const drive = shelf();
    await moveToAndFro(drive, 50);
    expect([drive.looks(), await drive.deepest()]).toEqual([0, 51]);
  });

  it('is looked into when the bound no longer tells, and the drive is counted again', async () => {
    const drive = shelf();
    await moveToAndFro(drive, 300);
    expect(drive.looks()).toBe(2);
    expect(await drive.deepest()).toBeLessThan(limits.maxDepth);
  });

  it('comes to the last level that may hold something and no further, wherever the bound stands', async () => {
    const drive = shelf();
    const long = await chain(drive, 'c', 100);
    const target = await chain(drive, 't', 27);
    const [top = ''] = long;
    expect(await outcomeOf(paste(drive, 'cut', target[26] ?? '', top))).toBe('ok');
    expect(await drive.deepest()).toBe(127);
    const more = await made(drive, 'more', target[26]);
    expect(await outcomeOf(paste(drive, 'cut', more, top))).toBe('depth.exceeded');
    await drive.counter.idle();
    expect(await drive.deepest()).toBe(127);
    expect(await outcomeOf(paste(drive, 'cut', more, top))).toBe('depth.exceeded');
  });
});

describe('a drive of which no one knows how deep it is', () => {
  it('is counted once, when a folder goes deeper', async () => {
    const drive = shelf();
    await drive.given(aFolder('a'), aFolder('b'), aFolder('c', 'b'));
    expect(await drive.deepest()).toBeUndefined();
    expect(await outcomeOf(paste(drive, 'cut', 'a', 'b'))).toBe('ok');
    await drive.counter.idle();
    expect(await drive.deepest()).toBe(3);
    expect(await outcomeOf(paste(drive, 'cut', 'root', 'b'))).toBe('ok');
    expect(await outcomeOf(paste(drive, 'cut', 'a', 'b'))).toBe('ok');
    expect(drive.looks()).toBe(1);
  });

  it('is counted again when a folder is made during it', async () => {
    const drive = shelf();
    await drive.given(aFolder('a'), aFolder('b', 'a'));
    const { version } = drive.catalog.store;
    let looked = 0;
    drive.catalog.store.version = async (id) => {
      const found = await version.call(drive.catalog.store, id);
      looked += 1;
      if (looked === 1) await drive.given(aFolder('c', 'b'));
      return found;
    };
    drive.counter.wake(drive.account.drive);
    await drive.counter.idle();
    expect([looked, await drive.deepest()]).toEqual([2, 3]);
  });

  it('stays uncounted when the process ends', async () => {
    const drive = shelf();
    await drive.given(aFolder('a'));
    await drive.counter.onModuleDestroy();
    drive.counter.wake(drive.account.drive);
    await drive.counter.idle();
    expect(await drive.deepest()).toBeUndefined();
  });
});

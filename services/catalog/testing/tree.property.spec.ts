import { DomainError } from '@skyshelf/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pasteElements } from '#src/application/commands/paste-elements.js';
import { carryCopyOn } from '#src/application/processes/carry-copy-on.js';
import { fullChunks } from '#src/application/processes/chunk-pace.js';
import { checkDrive } from '#src/application/reads/check-drive.js';
import type { CopyProcess } from '#src/domain/long-process.js';
import type { PasteAction } from '#src/domain/paste-elements.js';
import { testDrive, type TestDrive } from './catalog-subject.js';
import { aQuota } from './facts.js';
import { PlainShelf } from './plain-shelf.js';
import {
  addTo,
  describeFile,
  edit,
  outcomeOf,
  purgeOnce,
  remove,
  standing,
  uploadTo,
  type ShelfCommand,
} from './shelf-commands.js';

const name = fc.constantFrom(
  'a',
  'A',
  'b',
  'B',
  'é',
  'e\u0301',
  'É',
  'Straße',
  'STRASSE',
  'sub folder',
  'x.png',
  'X.PNG',
);
const tags = fc.constantFrom<string[]>([], ['t'], ['t', 'u']);
const pick = fc.nat(60);
const command: fc.Arbitrary<ShelfCommand> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('folder' as const), folder: pick, name, tags }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('link' as const), folder: pick, name, tags }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('upload' as const),
      folder: pick,
      name,
      tags: fc.constant<string[]>([]),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), element: pick, name, tags }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      elements: fc.array(pick, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('fill' as const), folder: pick, count: fc.constantFrom(30, 205) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('paste' as const),
      action: fc.constantFrom('cut' as const, 'copy' as const),
      elements: fc.array(pick, { minLength: 1, maxLength: 3 }),
      folder: pick,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('describe' as const), element: pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('purge' as const) }) },
);

interface Shelves {
  drive: TestDrive;
  plain: PlainShelf;
}

/** Does the same to both shelves and compares how it came out. */
async function apply({ drive, plain }: Shelves, todo: ShelfCommand): Promise<void> {
  const elements = await standing(drive);
  const folders = ['/', ...elements.filter(({ row }) => row.class === 'folder').map(({ path }) => path)];
  const idAt = (path: string) =>
    path === '/' ? 'root' : elements.find((each) => each.path === path)!.row.id;
  const elementAt = (index: number) => elements[index % elements.length];
  switch (todo.do) {
    case 'folder':
    case 'link': {
      const path = folders.at(todo.folder % folders.length) ?? '/';
      expect(await outcomeOf(addTo(drive, idAt(path), todo.name, todo.do, todo.tags))).toBe(
        plain.add(path, todo.name, todo.do === 'folder', todo.tags),
      );
      return;
    }
    case 'upload': {
      const path = folders.at(todo.folder % folders.length) ?? '/';
      expect(await uploadTo(drive, idAt(path), todo.name, 9_000_000 * (todo.folder % 2) + 1)).toBe(
        plain.add(path, todo.name, false),
      );
      return;
    }
    case 'edit': {
      const element = elementAt(todo.element);
      if (!element) return;
      const typed =
        element.row.blobId && element.row.extension ? todo.name.replace(/\.png$/i, '') : todo.name;
      const kept =
        element.row.blobId && element.row.extension ? `${typed}${element.row.name.slice(-4)}` : todo.name;
      expect(await outcomeOf(edit(drive, element.row, typed, todo.tags))).toBe(
        plain.rename(element.path, kept, todo.tags),
      );
      return;
    }
    case 'delete': {
      const chosen = todo.elements.flatMap((index) => elementAt(index) ?? []);
      if (chosen.length === 0) return;
      const { deletedCount } = await remove(
        drive,
        chosen.map(({ row }) => row.id),
      );
      expect(deletedCount).toBe(plain.remove(chosen.map(({ path }) => path)));
      return;
    }
    case 'fill': {
      const path = folders.at(todo.folder % folders.length) ?? '/';
      for (let index = 0; index < todo.count; index += 1) {
        expect(await outcomeOf(addTo(drive, idAt(path), `n${index}`, 'link', []))).toBe(
          plain.add(path, `n${index}`, false),
        );
      }
      return;
    }
    case 'paste': {
      // Copies of copies grow fast; what they could show is shown by then.
      if (elements.length > 1500) return;
      const target = folders.at(todo.folder % folders.length) ?? '/';
      const chosen = todo.elements.flatMap((index) => elementAt(index) ?? []);
      const inOrder = chosen.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
      expect(await pasteInto(drive, todo.action, idAt(target), inOrder)).toBe(
        plain.paste(
          todo.action,
          inOrder.map(({ path }) => path),
          target,
        ),
      );
      return;
    }
    case 'describe': {
      const element = elementAt(todo.element);
      if (element) await describeFile(drive, element.row);
      return;
    }
    case 'purge':
      await purgeOnce(drive);
  }
}

/** How many came, or the code of the refusal; a large copy is carried through. */
async function pasteInto(
  drive: TestDrive,
  action: PasteAction,
  target: string,
  elements: readonly { row: { id: string } }[],
): Promise<string | number> {
  const { catalog, account } = drive;
  const ids = elements.map(({ row }) => row.id);
  try {
    const { ops } = await pasteElements(catalog, account, drive.opId(), {
      address: { url: '/', folderId: target },
      ids,
      action,
    });
    const reader = await catalog.store.reader(account.drive);
    for (const process of await reader.side<CopyProcess>('processes').find({ kind: 'copy' }))
      await carryCopyOn(catalog, account.drive, process, fullChunks, new AbortController().signal);
    return ops.length;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

const asText = (elements: Awaited<ReturnType<typeof standing>>): string[] =>
  elements.map(({ path, row }) => `${path} ${row.name} ${row.tags.join(',')}`).toSorted();

async function checkAll({ drive, plain }: Shelves): Promise<void> {
  expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  expect(asText(await standing(drive))).toEqual(plain.toText().map((line) => line.normalize('NFC')));
  const { used, reserved, quota } = await drive.catalog.store.state(drive.account.drive);
  expect(used + reserved).toBeLessThanOrEqual(quota);
}

describe('whatever people do to their shelf', () => {
  it('holds what a plain list of paths holds, and the rules hold after each step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(command, { maxLength: 12 }), { maxLength: 6 }), async (batches) => {
        const shelves = { drive: testDrive(), plain: new PlainShelf() };
        await shelves.drive.given(aQuota(1e15));
        for (const batch of batches) {
          for (const todo of batch) await apply(shelves, todo);
          await checkAll(shelves);
        }
        while (await purgeOnce(shelves.drive));
        await checkAll(shelves);
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});

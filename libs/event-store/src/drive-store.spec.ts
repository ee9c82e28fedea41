import { ROOT_ID } from '@skyshelf/contracts';
import { createMetrics, MetricRegistry } from '@skyshelf/telemetry';
import { expect, it } from 'vitest';
import { addBook, command, createFolder, rename } from './example/shelf-commands.js';
import { shelfProjection } from './example/shelf-projection.js';
import { createMemoryDriveStore } from './memory/memory-drive-store.js';
import { codeOf, newOp, shelfOf, shelfOptions } from '../testing/open-shelf.js';

it('counts commands by name and how they came out, waits, batches and who waits now', async () => {
  const registry = new MetricRegistry();
  const store = createMemoryDriveStore({
    ...shelfOptions(),
    metrics: createMetrics('shelf', registry),
  });
  const shelf = shelfOf(store);
  const opId = newOp();
  const { id } = await shelf.run(createFolder('A'), opId);
  await shelf.run(createFolder('A'), opId);
  await shelf.run(rename(id, 'A'));
  const broken = command(
    'broken',
    {},
    async () => null,
    (): never => {
      throw new Error('a bug');
    },
  );
  await expect(shelf.run(broken)).rejects.toThrow('a bug');
  const running = shelf.together([
    createFolder('A'),
    addBook({ name: 'B', size: 101 }),
    addBook({ name: 'C' }),
  ]);
  expect(await registry.text()).toContain('skyshelf_drive_waiting_commands{service="shelf"} 3');
  await running;

  const text = await registry.text();
  for (const [name, outcome, count] of [
    ['create-folder', 'done', 1],
    ['create-folder', 'repeated', 1],
    ['create-folder', 'name.exists', 1],
    ['rename', 'no-op', 1],
    ['add-book', 'space.exceeded', 1],
    ['add-book', 'done', 1],
    ['broken', 'failed', 1],
  ] as const) {
    expect(text).toContain(
      `skyshelf_drive_commands_total{service="shelf",command="${name}",outcome="${outcome}"} ${count}`,
    );
  }
  expect(text).toContain('skyshelf_drive_batch_commands_bucket{le="2",service="shelf"} 4');
  expect(text).toContain('skyshelf_drive_batch_commands_count{service="shelf"} 5');
  expect(text).toContain('skyshelf_drive_queue_wait_seconds_count{service="shelf"} 7');
});

it('goes on when a listener to commits fails', async () => {
  const errors: unknown[] = [];
  const logger = { error: (fields: unknown) => errors.push(fields), warn: () => {} };
  const store = createMemoryDriveStore({ ...shelfOptions(), logger });
  const heard: number[] = [];
  store.onCommitted(() => {
    throw new Error('deaf');
  });
  store.onCommitted((_, version) => heard.push(version));
  const shelf = shelfOf(store);
  await shelf.run(createFolder('A'));
  expect(await shelf.names(ROOT_ID)).toEqual(['A']);
  expect(heard).toEqual([1]);
  expect(errors).toEqual([{ err: expect.objectContaining({ message: 'deaf' }), drive: shelf.drive }]);
});

it('lets no rule change the rows that others read', async () => {
  const store = createMemoryDriveStore(shelfOptions());
  const shelf = shelfOf(store);
  const { id } = await shelf.run(addBook({ name: 'Dune', tags: ['sand'] }));
  const meddling = command(
    'meddle',
    {},
    (reader) => reader.get(id),
    (row) => {
      row?.tags.push('spice');
      return { event: null, answer: null };
    },
  );
  await expect(shelf.run(meddling)).rejects.toThrow(TypeError);
  expect(await shelf.run(rename('nobody', 'x')).catch(codeOf)).toBe('element.not-found');
  expect((await (await store.reader(shelf.drive)).get(id))?.tags).toEqual(['sand']);
});

it('knows no way to the root when the projection declares no tree', async () => {
  const { tree: _, ...flat } = shelfProjection(100);
  const store = createMemoryDriveStore({ ...shelfOptions(), projection: flat });
  const shelf = shelfOf(store);
  await expect(shelf.run(createFolder('A'))).rejects.toThrow('declares no tree');
  await expect((await store.reader(shelf.drive)).ancestors(ROOT_ID)).rejects.toThrow('declares no tree');
});

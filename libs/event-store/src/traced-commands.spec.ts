import { withTraceparent } from '@skyshelf/telemetry';
import { receiveSpans } from '@skyshelf/telemetry/testing';
import { expect, it, vi } from 'vitest';
import { createFolder } from './example/shelf-commands.js';
import { createMemoryDriveStore } from './memory/memory-drive-store.js';
import { newDrive, newOp, shelfOf, shelfOptions } from '../testing/open-shelf.js';

// The SDK is loaded by the first one.
vi.setConfig({ testTimeout: 30_000 });

const openStore = () => createMemoryDriveStore(shelfOptions());
const request = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;

it('commands that share a transaction stay in their own traces: it hangs on the first and is linked to the others', async () => {
  const receiver = await receiveSpans('x');
  const store = openStore();
  const shelf = shelfOf(store);
  const origin = { actor: null, trace: null };
  const inRequest = (digit: string, name: string) =>
    withTraceparent(request(digit), () => shelf.run(createFolder(name), newOp(), origin));
  await Promise.all([inRequest('1', 'A'), inRequest('2', 'B'), inRequest('3', 'C')]);
  const events = await store.events(shelf.drive, 0, 10);
  const spans = await receiver.stop();

  const commands = spans.filter(({ name }) => name === 'command create-folder');
  const byTrace = (digit: string) => commands.find(({ traceId }) => traceId === digit.repeat(32));
  expect(['1', '2', '3'].map((digit) => byTrace(digit)?.parentSpanId)).toEqual(
    ['1', '2', '3'].map((digit) => digit.repeat(16)),
  );
  const [transaction, ...others] = spans.filter(({ name }) => name === 'drive transaction');
  expect(others).toEqual([]);
  expect(transaction).toMatchObject({
    traceId: '1'.repeat(32),
    parentSpanId: byTrace('1')?.spanId,
    links: [byTrace('2')?.spanId, byTrace('3')?.spanId],
    attributes: { 'skyshelf.commands': 3 },
  });
  expect(events.map(({ trace }) => trace)).toEqual(
    ['1', '2', '3'].map((digit) => `00-${digit.repeat(32)}-${byTrace(digit)?.spanId}-01`),
  );
});

it('a command given outside any request goes on with the trace of its origin', async () => {
  const receiver = await receiveSpans('x');
  const drive = newDrive();
  const store = openStore();
  await store.withDrive(drive, newOp(), createFolder('A'), { actor: null, trace: request('7') });
  const [command] = (await receiver.stop()).filter(({ name }) => name.startsWith('command'));
  expect(command).toMatchObject({ traceId: '7'.repeat(32), parentSpanId: '7'.repeat(16) });
  expect((await store.events(drive, 0, 1))[0]?.trace).toBe(`00-${'7'.repeat(32)}-${command?.spanId}-01`);
});

it('an event keeps the trace of its origin as it is where nothing is exported', async () => {
  const drive = newDrive();
  const store = openStore();
  await store.withDrive(drive, newOp(), createFolder('A'), { actor: null, trace: request('7') });
  expect((await store.events(drive, 0, 1))[0]?.trace).toBe(request('7'));
});

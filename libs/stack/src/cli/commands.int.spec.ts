import { join } from 'node:path';
import { isAlive } from '@skyshelf/host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wipeStack } from '../start-stack.js';
import { scratchFolder } from '../../testing/scratch-folder.js';
import { runCommand } from './commands.js';
import { parseCommandLine, UsageError } from './words.js';

const scratch = scratchFolder();
const folder = join(scratch.path, 'stack');
beforeAll(() => run('up', '--kafka', '0', '--s3', 'none'), 240_000);
afterAll(async () => {
  await wipeStack(folder);
  scratch.remove();
}, 60_000);

async function run(...words: string[]): Promise<{ code: number; text: string; progress: string }> {
  const line = parseCommandLine([...words, '--folder', folder]);
  if (line === 'help') throw new Error('not a command');
  const printed: string[] = [];
  const told: string[] = [];
  const code = await runCommand(line, {
    print: (text) => printed.push(text),
    progress: (text) => told.push(text),
  });
  return { code, text: printed.join('\n'), progress: told.join('\n') };
}

it('goes up with the settings of a process, and a second time only says so', async () => {
  const again = await run('up');
  expect(again).toMatchObject({ code: 0, progress: 'mongod-1: running already' });
  expect(again.text).toMatch(
    /^MONGODB_URI=mongodb:\/\/skyshelf:\w+@127\.0\.0\.1:\d+\/\?replicaSet=rs0&authSource=admin$/,
  );
}, 60_000);

it('shows what runs, fails when something does not, and brings it back', async () => {
  const up = await run('status');
  expect(up).toMatchObject({ code: 0, text: expect.stringMatching(/^mongod-1 +serving .* process \d+$/) });
  const pid = Number(up.text.split(' ').at(-1));
  expect(await run('kill', 'mongod-1')).toMatchObject({ code: 0, text: 'mongod-1: killed' });
  expect(isAlive(pid)).toBe(false);
  expect(await run('status')).toMatchObject({ code: 1, text: expect.stringMatching(/^mongod-1 +down/) });
  await run('start', 'mongod-1');
  expect(await run('status')).toMatchObject({ code: 0 });
  expect((await run('logs', 'mongod-1', '--lines', '3')).text.split('\n')).toHaveLength(3);
}, 120_000);

it('says which names and commands there are', async () => {
  await expect(run('kill', 'kafka-1')).rejects.toThrow(
    new UsageError('There is no kafka-1; there are mongod-1'),
  );
  await expect(run('kill')).rejects.toThrow('kill which one? mongod-1');
  await expect(run('frob')).rejects.toThrow(new UsageError('There is no command frob'));
  await expect(run('provide', 'redis')).rejects.toThrow('There is no program redis; there are kafka,');
});

it('refuses to cut off what has no proxy before it', async () => {
  await expect(run('cut', 'mongod-1')).rejects.toThrow('mongod-1 has no proxy before it');
});

it('goes down, and a folder without a stack is told from one that is down', async () => {
  expect(await run('down')).toMatchObject({ code: 0, text: 'stopped' });
  expect((await run('status')).code).toBe(1);
  expect(await run('wipe')).toMatchObject({ code: 0, text: `${folder} is gone` });
  await expect(run('status')).rejects.toThrow(/There is no stack in .* npm run stack -- up/);
}, 60_000);

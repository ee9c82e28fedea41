import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isAlive } from '@skyshelf/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProcessNote } from './processes/process-note.js';
import { spawnServer } from './processes/spawn-server.js';
import { startStack, wipeStack } from './start-stack.js';
import { scratchFolder } from '../testing/scratch-folder.js';
import { waitUntil } from './processes/server-process.js';

const patience = (complaint: string) => ({ deadlineMs: 60_000, complaint });

/** Runs the sources as they are: Node turns the types away, this hook finds x.ts for x.js. */
const HOOK = `import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) =>
    next(context.parentURL?.endsWith('.ts') ? name.replace(/^(\\.{1,2}\\/.*)\\.js$/, '$1.ts') : name, context) });`;
const SOURCES = [
  '--no-warnings',
  '--experimental-transform-types',
  '--conditions=@skyshelf/source',
  '--input-type=module',
];

describe('a stack whose owner is killed', { timeout: 120_000 }, () => {
  let scratch: ReturnType<typeof scratchFolder>;
  let folder: string;
  let owner: ChildProcess | undefined;
  beforeEach(() => {
    scratch = scratchFolder();
    folder = join(scratch.path, 'stack');
  });
  afterEach(async () => {
    owner?.kill('SIGKILL');
    await wipeStack(folder);
    scratch.remove();
  });

  /** Another process that runs a script, prints the id of the server that it has started, and waits. */
  async function ownerRuns(script: string): Promise<number> {
    const text = `${HOOK}\n${script}\nsetInterval(() => {}, 1000);`;
    owner = spawn(process.execPath, [...SOURCES, '--eval', text], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = (await Promise.race([once(owner.stdout!, 'data'), once(owner, 'exit')])) as [
      Buffer | number,
    ];
    if (!Buffer.isBuffer(pid)) throw new Error('the owner has ended');
    return Number(pid);
  }

  async function killOwner(): Promise<void> {
    if (!owner) throw new Error('there is no owner');
    const gone = once(owner, 'exit');
    owner.kill('SIGKILL');
    await gone;
  }

  function ownerOf(options: object): Promise<number> {
    const all = { folder, mongod: 1, kafka: 0, s3: null, ...options };
    return ownerRuns(`
      const { startStack } = await import(${JSON.stringify(join(import.meta.dirname, 'start-stack.ts'))});
      const { servers } = await startStack(${JSON.stringify(all)});
      process.stdout.write(String(servers[0].pid()));`);
  }

  it('goes as well, paused or not, and a start that comes at once does not build on what is leaving', async () => {
    const pid = await ownerOf({});
    process.kill(pid, 'SIGSTOP');
    await killOwner();
    const next = await startStack({ folder, mongod: 1, kafka: 0, s3: null });
    expect(isAlive(pid)).toBe(false);
    expect(await next.servers[0]?.healthy()).toBe(true);
  });

  it('stays when it was told to outlive it, and is taken over and stopped by others', async () => {
    const pid = await ownerOf({ outlive: true });
    await killOwner();
    const next = await startStack({ folder });
    expect(next.servers[0]?.pid()).toBe(pid);
    expect(readProcessNote(join(folder, 'mongod-1', 'process.json'))?.owner).toBeNull();
    await next.down();
    expect(isAlive(pid)).toBe(false);
  });

  it('has guards that end even a server that does not listen', async () => {
    const launch = { command: '/bin/sh', args: ['-c', 'trap "" TERM; while :; do sleep 0.2; done'] };
    const module = join(import.meta.dirname, 'processes/spawn-server.ts');
    const pid = await ownerRuns(`
      const { spawnServer } = await import(${JSON.stringify(module)});
      const pid = await spawnServer(${JSON.stringify(launch)}, ${JSON.stringify(join(scratch.path, 'log'))}, true);
      process.stdout.write(String(pid));`);
    await killOwner();
    await waitUntil(() => !isAlive(pid), patience('the deaf server lives on'));
  });

  it('names a program that cannot be started', async () => {
    const start = spawnServer({ command: '/nowhere/server', args: [] }, join(scratch.path, 'log'), false);
    await expect(start).rejects.toThrow(/nowhere.*cannot be started/);
  });
});

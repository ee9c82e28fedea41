import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TryFailure } from '../../domain/refusal.js';
import { findIsolation } from './isolation.js';
import { toolMemory } from './memory/tool-memory.js';
import { runTool } from './run-tool.js';
import { setSessionsLowPriority, limitedCommand, type ChildLimits } from './start-child.js';

const { missing } = await findIsolation();
const most: ChildLimits = { cpuSeconds: 60, memoryMb: 4096, fileBytes: 1_024_000, nice: 5 };

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'tools-'))));
afterAll(() => rm(folder, { recursive: true }));

const run = (
  program: string,
  args: readonly string[],
  limits: Partial<ChildLimits> = {},
  signal?: AbortSignal,
) =>
  runTool({
    program,
    args,
    folder,
    limits: { ...most, ...limits },
    signal: signal ?? new AbortController().signal,
  });
const sh = (script: string, limits?: Partial<ChildLimits>, signal?: AbortSignal) =>
  run('/bin/sh', ['-c', script], limits, signal);
const node = (script: string, limits?: Partial<ChildLimits>) => run(process.execPath, ['-e', script], limits);

describe('a tool', () => {
  it('works in its folder, and what it says is heard', async () => {
    expect(await sh('echo made > result; echo out; echo err >&2')).toEqual({
      output: 'out\n',
      errors: 'err\n',
    });
    expect(await readFile(join(folder, 'result'), 'utf8')).toBe('made\n');
  });

  it('that ends badly is a failed try, with its last words', async () => {
    const ended = sh('echo broken >&2; exit 3');
    await expect(ended).rejects.toBeInstanceOf(TryFailure);
    const cause = await ended.catch((error: TryFailure) => String(error.cause));
    expect(cause).toMatch(/exit code 3. broken/);
  });

  it('that says without end holds no memory', async () => {
    const { output } = await sh('head -c 50000000 /dev/zero');
    expect(output.length).toBe(65_536);
  });

  it('sees nothing of the service’s environment', async () => {
    process.env.MEDIA_TEST_SECRET = 'secret';
    expect((await sh('env')).output).not.toContain('secret');
    delete process.env.MEDIA_TEST_SECRET;
  });
});

it.skipIf(!existsSync('/proc/self/autogroup'))(
  'stands back with all that it has started, where the processor is shared between sessions',
  async () => {
    setSessionsLowPriority(true);
    const said = `for n in 1 2 3 4 5 6 7 8; do grep -q 'nice 7$' /proc/self/autogroup && break; sleep 0.1; done; cat /proc/self/autogroup; nice`;
    expect((await sh(said, { nice: 7 })).output).toMatch(/nice 7\n7\n$/);
  },
);

describe('the kernel ends a tool', () => {
  it('that takes too much processor time', async () => {
    await expect(sh('while :; do :; done', { cpuSeconds: 1 })).rejects.toBeInstanceOf(TryFailure);
  });

  it('that writes too much', async () => {
    const writes = sh('exec head -c 9000000 /dev/zero > large', { fileBytes: 1_024_000 });
    await expect(writes).rejects.toBeInstanceOf(TryFailure);
    expect((await readFile(join(folder, 'large'))).length).toBe(1_024_000);
  });

  it.skipIf(missing.includes('memory'))('that takes too much memory', async () => {
    const fill = 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));';
    await expect(node(fill, { memoryMb: 1000 })).rejects.toBeInstanceOf(TryFailure);
  });
});

describe.skipIf(missing.includes('memory'))('the memory of all tools', () => {
  beforeAll(() => toolMemory.setTotal(460));
  afterAll(() => toolMemory.setTotal(1200));
  /** Ends when it is told to, after it has taken so much. */
  const holding = (mb: number, limits: Partial<ChildLimits>, stop = new AbortController()) => {
    const script = `const all = Buffer.alloc(${mb} * 2 ** 20, 1); setInterval(() => all.length, 1000);`;
    const started = Promise.withResolvers<void>();
    const ended = runTool({
      program: process.execPath,
      args: ['-e', script],
      folder,
      signal: stop.signal,
      limits: { ...most, ...limits },
      onStarted: () => started.resolve(),
    }).then(
      () => 'ended',
      (error: unknown) => error,
    );
    return { started: started.promise, ended, stop: () => stop.abort('stopped') };
  };

  it('ends for good what takes more than one may hold', async () => {
    const error = await holding(600, { nice: 0 }).ended;
    expect(error).toMatchObject({ name: 'TryFailure', why: 'tooMuch' });
  });

  it('counts what a forked process shares with its parent once', async () => {
    const fork = '$all .= "x" x (1 << 20) for 1 .. 260; fork; sleep 2; print length($all), "\\n"';
    expect((await run('perl', ['-e', fork], { nice: 0 })).output).toBe('272629760\n272629760\n');
  });

  it('lets give way what no one waits for, to be tried again, and goes on with the others', async () => {
    const waited = holding(150, { nice: 0 });
    const background = holding(250, { nice: 19 });
    expect(await background.ended).toMatchObject({ code: 'service.unavailable' });
    waited.stop();
    expect(await waited.ended).toBe('stopped');
  });

  it('lets wait what would not fit, and what is small go first', async () => {
    const large = holding(10, { nice: 0, expectedMb: 250 });
    await large.started;
    const next = holding(10, { nice: 0, expectedMb: 250 });
    const small = holding(10, { nice: 0 });
    const order = [next, small].map(({ started }, nth) => started.then(() => nth));
    expect(await Promise.race(order)).toBe(1);
    large.stop();
    await next.started;
    for (const each of [next, small]) each.stop();
    await Promise.all([large, next, small].map(({ ended }) => ended));
    expect(toolMemory.heldMb).toBe(0);
  });
});

describe('everything that a tool has started', () => {
  /** A child of its own, and one that has left its process group. They hold the standard output open. */
  const busy = 'sleep 600 & setsid sleep 600 & while :; do :; done';

  it('ends when the work is broken off', async () => {
    const stop = new AbortController();
    const working = sh('echo begun > begun; sleep 600 & while :; do :; done', {}, stop.signal);
    const begun = () => readFile(join(folder, 'begun'), 'utf8').catch(() => '');
    await expect.poll(begun, { timeout: 10_000 }).toBe('begun\n');
    stop.abort(new Error('broken off'));
    await expect(working).rejects.toThrow('broken off');
  });

  it.skipIf(missing.includes('tree'))('ends with its service, even when that one is killed', async () => {
    const command = await limitedCommand({ program: '/bin/sh', args: ['-c', `echo begun; ${busy}`] }, most);
    const service = spawn('/bin/sh', ['-c', '"$@" & wait', 'sh', ...command], {
      // Else the session of the tests would stand back.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const words = text(service.stdout);
    service.stdout.once('data', () => service.kill('SIGKILL'));
    expect(await words).toBe('begun\n');
  });
});

describe.skipIf(missing.includes('network'))('the network', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((_, answer) => answer.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  it('is out of reach, this machine’s own servers included', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    expect(await (await fetch(url)).text()).toBe('reached');
    const { output } = await node(`fetch('${url}').then(() => 'reached', () => 'no way').then(console.log)`);
    expect(output).toBe('no way\n');
  });
});

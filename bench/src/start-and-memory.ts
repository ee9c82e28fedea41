import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiClient, opsRequest, uploadFile } from '@skyshelf/testing';
import { freePort } from '@skyshelf/host';
import { atMost, median, rounded, type Figure } from './figures.js';
import { inParallel } from './load.js';
import { nameOf, processTree, proportionalMb } from './processes.js';
import { sampleJpeg } from './sample-jpeg.js';

const root = resolve(import.meta.dirname, '../..');

/** `npm start` as a person types it. */
async function npmStart(dataFolder: string, port: number) {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: { ...process.env, PORT: String(port), SKYSHELF_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    printed += chunk.toString('utf8');
    if (printed.includes('Skyshelf is ready at')) break;
  }
  const ms = performance.now() - began;
  return {
    ms,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.pid) process.kill(-child.pid, 'SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/**
 * From `npm start` to the ready line on existing data, and the memory of all its processes after 200 uploads
 * and a minute of rest.
 */
export async function benchStartAndMemory({ starts = 5, uploads = 200, restMs = 60_000 } = {}): Promise<
  Figure[]
> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'skyshelf-bench-'));
  const port = await freePort();
  try {
    await (await npmStart(dataFolder, port)).stop();
    const times: number[] = [];
    for (let start = 0; start < starts; start += 1) {
      const run = await npmStart(dataFolder, port);
      times.push(run.ms);
      await run.stop();
    }
    const run = await npmStart(dataFolder, port);
    try {
      await uploadMany(dataFolder, port, uploads);
      await pause(restMs);
      return [atMost('warm `npm start` to ready', median(times) / 1000, [3, 's']), memoryFigure(run.pid)];
    } finally {
      await run.stop();
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function uploadMany(dataFolder: string, port: number, count: number): Promise<void> {
  const { access_token: token } = await opsRequest<{ access_token: string }>(
    join(dataFolder, 'run/ops.sock'),
    'POST',
    '/internal/token',
    { user: 'memory' },
  );
  const client = apiClient(`http://127.0.0.1:${port}`, token);
  await inParallel(count, 5, async (index) => {
    const picture = index % 2 === 0;
    const bytes = picture ? await sampleJpeg(1600, 1200) : randomBytes(200_000);
    await uploadFile(client, {
      name: `file ${index}.${picture ? 'jpg' : 'bin'}`,
      type: picture ? 'image/jpeg' : 'application/octet-stream',
      bytes,
    });
  });
  client.close();
}

function memoryFigure(pid: number): Figure {
  const shares = processTree(pid).map((each) => ({ name: nameOf(each), mb: proportionalMb(each) }));
  const total = shares.reduce((sum, { mb }) => sum + mb, 0);
  const details = Object.fromEntries(
    shares.map(({ name, mb }, index) => [`${index} ${name}`, `${rounded(mb, 0)} MB`]),
  );
  const name = 'memory of all processes after 200 uploads and 60 s idle';
  return atMost(name, total, [400, 'MB'], { digits: 0, details });
}

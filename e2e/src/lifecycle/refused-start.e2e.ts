import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, launchSkyshelf, processesOf, productProcess, spawnSkyshelf } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { startWords } from './npm-command.js';

const enough = enoughIn('standalone', 'the same settings, read by the same code');

describe.skipIf(process.platform !== 'linux')('a start that cannot be', () => {
  let dataFolder: string;
  let port: number;

  beforeEach(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'skyshelf-refused-'));
    port = await freePort();
  });
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

  /** What it says, without a stack; its exit code must be 1 and nothing may be left of it. */
  async function refusal(env: Record<string, string>, folder = dataFolder): Promise<string> {
    const { PORT, ...process } = { PORT: String(port), ...env };
    const started = productProcess(folder, port, { env: process });
    const run = spawnSkyshelf({ ...started, env: { ...started.env, PORT } });
    expect(await run.ended()).toBe(1);
    expect(processesOf(folder)).toEqual([]);
    expect(run.output()).not.toMatch(/^\s+at /m);
    expect(run.output()).not.toContain('Skyshelf is ready');
    return run.output();
  }

  it('says that the port is taken and how to choose another', async () => {
    const other = createServer((_, response) => response.end('somebody else')).listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect(await refusal({})).toBe(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm ${startWords.join(' ')}\n`,
    );
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('somebody else');
    other.close();
  });

  it('says in one line what keeps it from its data folder', async () => {
    const file = join(dataFolder, 'file');
    writeFileSync(file, '');
    expect(await refusal({}, join(file, 'data'))).toBe(
      `The data folder ${join(file, 'data')} can't be made: ${file} is not a folder. Remove that, or set SKYSHELF_DATA to another folder.\n`,
    );
    expect(await refusal({}, '/proc/skyshelf')).toMatch(
      /^The data folder \/proc\/skyshelf can't be made: .*\n$/,
    );
  });

  it.runIf(enough)('does not open the local sign-in to others, unless that is meant', async () => {
    const words = await refusal({ PUBLIC_URL: 'http://drive.example.org' });
    expect(words).toMatch(/^ {2}PUBLIC_URL: given http:\/\/drive\.example\.org, which others can reach/m);
    expect(words).toContain('LOCAL_SIGN_IN=allow-remote');

    const env = { PUBLIC_URL: 'http://drive.example.org', LOCAL_SIGN_IN: 'allow-remote' };
    const allowed = await launchSkyshelf({ dataFolder, port, env });
    expect(allowed.output()).toContain('Skyshelf is ready at http://drive.example.org\n');
    await allowed.dispose();
  });
});

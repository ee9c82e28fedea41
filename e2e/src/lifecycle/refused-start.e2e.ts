import { spawnSync } from 'node:child_process';
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

  it('names each wrong setting, what was given and what is allowed', async () => {
    const words = await refusal({ PORT: 'eighty', LOG_LEVEL: 'loud', RATE_READ: 'many', MEDIA_TRIES: '0' });
    expect(words).toContain('Skyshelf cannot start: 4 settings are wrong.');
    expect(words).toMatch(/^ {2}PORT: given "?eighty"?, allowed is a whole number from 1 to 65535\./m);
    expect(words).toMatch(/^ {2}LOG_LEVEL: given "?loud"?, allowed is trace \| debug \| info/m);
    expect(words).toMatch(/^ {2}RATE_READ: given "?many"?, allowed is `<calls a minute>/m);
    expect(words).toMatch(/^ {2}MEDIA_TRIES: given "?0"?, allowed is a whole number from 1 to 20\./m);
  });

  it.runIf(enough)('keeps secrets out of what it says', async () => {
    const words = await refusal({ IDENTITY_PROVIDERS: '[{"clientSecret":"hush-hush-hush"' });
    expect(words).toMatch(/^ {2}IDENTITY_PROVIDERS: given/m);
    expect(words).not.toContain('hush');
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

  it('says in one line that the disk is full, or read-only', async ({ skip }) => {
    for (const [options, words] of [
      ['size=8m', 'has no room: its disk has . MB left, 512 MB are needed'],
      ['ro', "can't be written to: its disk is read-only"],
    ] as const) {
      const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dataFolder]);
      if (status !== 0) return skip('this user can mount nothing');
      const refused = await refusal({}).finally(() => spawnSync('umount', [dataFolder]));
      expect(refused).toMatch(new RegExp(`^The data folder ${dataFolder} ${words}.*\n$`));
    }
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

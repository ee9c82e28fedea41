import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { blobOfAddress, routes } from '@skyshelf/contracts';
import { apiClient, eventually, launchSkyshelf, uploadFile } from '@skyshelf/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onlyIn } from '../setup/only-in.js';

const hasStrace = (() => {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasStrace && process.env.CI) throw new Error('strace is missing: apt-get install strace');
if (!hasStrace) console.log('The order of syncs is not looked at: strace is not installed.');

interface Call {
  /** Unit: seconds since the epoch. */
  at: number;
  name: string;
  /** The file or socket, and what was written. */
  text: string;
}

/** The traced calls in the order of their return. `-y` shows the path of each descriptor. */
function readTrace(file: string): Call[] {
  const begun = new Map<string, string>();
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const parsed = /^(\d+)\s+([\d.]+) (.*)$/.exec(line);
      if (!parsed) return [];
      const [, pid = '', at = '', rest = ''] = parsed;
      if (rest.includes('<unfinished ...>')) return (begun.set(pid, rest), []);
      const resumed = /^<\.\.\. (\w+) resumed>/.exec(rest);
      const name = resumed?.[1] ?? /^(\w+)\(/.exec(rest)?.[1];
      if (!name) return [];
      return [{ at: Number(at), name, text: resumed ? (begun.get(pid) ?? '') : rest }];
    });
}

const isSync = ({ name }: Call) => name === 'fsync' || name === 'fdatasync';

const here = onlyIn('standalone', 'looks at the system calls of one process and its folder store');

describe.runIf(hasStrace && here)('what is on disk before the answer leaves', () => {
  it('is the journal of each command, and the file and its folder of each upload', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skyshelf-strace-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const trace = join(folder, 'trace');
    const traced = 'strace -f -y -ttt -s 8000 -e trace=fsync,fdatasync,write,writev';
    const wrapper = [...traced.split(' '), '-o', trace];
    const skyshelf = await launchSkyshelf({ wrapper, readyWithinMs: 60_000 });
    const client = apiClient(skyshelf.url, await skyshelf.token('tracer'));
    const names = Array.from(
      { length: 10 },
      (_, index) => `traced ${index} ${randomBytes(4).toString('hex')}`,
    );
    const sent: number[] = [];
    for (const name of names) {
      sent.push(Date.now() / 1000);
      await client.call(routes.addElement, {
        body: { url: '/', obj: { linkname: name, linktype: 'folder' } },
      });
    }
    const uploadedFrom = Date.now() / 1000;
    const bytes = randomBytes(40_000);
    await uploadFile(client, { name: 'traced.bin', type: 'application/octet-stream', bytes });
    const bundledFrom = Date.now() / 1000;
    const files = ['one', 'two', 'three'].map((name) => ({ name: `${name}.bin`, size: 4000, type: '' }));
    const head = JSON.stringify({ url: '/', files });
    const bundle = Buffer.concat([Buffer.from(`${head}\n`), randomBytes(12_000)]);
    const { docs } = await client.call(routes.sendBundle, { bytes: bundle });
    const keys = docs.ops.map(({ linkurl }) => blobOfAddress(linkurl ?? '') ?? expect.unreachable());
    const objects = readdirSync(skyshelf.dataFolder, { recursive: true, encoding: 'utf8' });
    const folders = keys.map((key) => dirname(objects.find((path) => path.endsWith(key)) ?? key));
    client.close();
    await skyshelf.dispose();

    const calls = await eventually(() => readTrace(trace));
    for (const [index, name] of names.entries()) {
      const from = sent[index] ?? 0;
      const answer = calls.find(
        ({ at, text }) => at >= from && /HTTP\/1\.1 200/.test(text) && text.includes(name),
      );
      const journal = calls.find(
        (call) => isSync(call) && call.at >= from && call.text.includes('WiredTigerLog'),
      );
      expect(answer, name).toBeDefined();
      expect(journal, name).toBeDefined();
      expect(journal!.at).toBeLessThan(answer!.at);
    }
    const receipt = calls.find(
      ({ at, text }) => at >= uploadedFrom && /HTTP\/1\.1 200/.test(text) && text.includes('receipt'),
    );
    const synced = calls.filter(
      (call) =>
        isSync(call) && call.at >= uploadedFrom && call.at < receipt!.at && call.text.includes('/objects/'),
    );
    const paths = synced.map(({ text }) => /<([^>]+)>/.exec(text)?.[1] ?? '');
    expect(receipt).toBeDefined();
    expect(paths.length).toBeGreaterThanOrEqual(2);
    // By a name: the write of the answer before may return after its reader has gone on.
    const ofBundle = calls.find(
      ({ at, text }) => at >= bundledFrom && /HTTP\/1\.1 200/.test(text) && text.includes('one.bin'),
    );
    expect(ofBundle).toBeDefined();
    const before = calls.filter(
      (call) => isSync(call) && call.at >= bundledFrom && call.at < (ofBundle?.at ?? 0),
    );
    // `-y` names a descriptor by where its file lies at that moment: each is synced as a temp file, then
    // given its key, then its folder is synced.
    expect(before.filter(({ text }) => /\/temp\/[0-9a-f]+>/.test(text))).toHaveLength(keys.length);
    for (const each of folders)
      expect(
        before.some(({ text }) => text.includes(`/${each}>`)),
        each,
      ).toBe(true);
    console.log(
      JSON.stringify({
        syncedForTheBundle: before.length,
        commands: names.length,
        syncedForTheUpload: paths.map((path) => path.replace(/^.*\/objects/, '/objects')),
      }),
    );
  });
});

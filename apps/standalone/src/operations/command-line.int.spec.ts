import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { routes, type DriveId } from '@skyshelf/contracts';
import { commandNames, runCommandLine } from '@skyshelf/operations';
import { eventually } from '@skyshelf/testing';
import { testKeyFile } from '@skyshelf/tokens/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningShelf } from '../../testing/running-shelf.js';

const docs = resolve(import.meta.dirname, '../../../../docs');
const pages = ['operations.md', 'outside-parties.md', 'recovery.md'].map((page) =>
  readFileSync(join(docs, page), 'utf8'),
);
const examples = [...pages.join('\n').matchAll(/^ *npm run skyshelf -- (.*)$/gm)].map(
  ([, words = '']) => words,
);

interface Ended {
  code: number;
  out: string;
  err: string;
}

describe('the command line of the operator', { timeout: 120_000 }, () => {
  let shelf: RunningShelf;
  let drive: DriveId;
  let network: Record<string, string>;
  beforeAll(async () => {
    // Eight tries as ever, with short pauses between: drives are parked again and again here.
    shelf = await RunningShelf.start({ retryOptions: { retry: { maxMs: 200 } } });
    network = await shelf.network();
    const ann = await shelf.user('ann');
    drive = ann.drive;
    await ann.folder('Holidays');
    await ann.file('costs.zip');
    for (const name of ['ben', 'cem', 'dora']) await (await shelf.user(name)).folder('Work');
  }, 120_000);
  afterAll(() => shelf.stop());

  async function skyshelf(
    words: string,
    env: Record<string, string> = { SKYSHELF_DATA: shelf.folder },
    stop = new AbortController(),
    onError: (text: string) => void = () => undefined,
  ): Promise<Ended> {
    const ended: Ended = { code: -1, out: '', err: '' };
    const out = { write: (text: string | Uint8Array) => (ended.out += String(text)) !== '' };
    const write = (text: string | Uint8Array) => {
      ended.err += String(text);
      onError(String(text));
      return true;
    };
    const terminal = { out, err: { write, isTTY: true }, signal: stop.signal };
    ended.code = await runCommandLine(words.split(' '), env, terminal);
    return ended;
  }

  let poisons = 0;
  /** An event that catalog cannot read, as a bug of media would publish it. */
  async function poison(): Promise<void> {
    const type = 'media.derivative.made';
    const event = { type, schema: 1, data: { type }, at: new Date(), actor: null, trace: null };
    const place = { drive, seq: (poisons += 1), version: null, slot: 0, pub: false };
    await shelf.collection('media', 'events').insertOne({ _id: `poison-${poisons}`, ...place, ...event });
    const parked = shelf.collection('catalog', 'parked');
    await eventually(async () => (await parked.countDocuments({ drive })) === 1, { timeoutMs: 60_000 });
  }

  const job = 'thumbnail.element.blob';
  async function failJob(): Promise<void> {
    await shelf.collection('media', 'jobs').deleteOne({ _id: job });
    const about = {
      kind: 'thumbnail',
      drive,
      elementId: 'element',
      source: { blobId: 'blob' },
      actor: null,
      trace: null,
    };
    const ended = { state: 'failed', open: false, ended: new Date(), reason: 'The picture is too large.' };
    const run = {
      lane: 'slow',
      turn: 0,
      due: new Date(),
      token: 3,
      worker: 'media',
      tries: 5,
      created: new Date(),
    };
    await shelf.collection('media', 'jobs').insertOne({ _id: job, ...about, ...ended, ...run });
  }

  let link = '';
  async function makeLink(): Promise<void> {
    const { client } = await shelf.user('ann');
    const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    const ids = docs.map(({ _id }) => _id);
    link = (await client.call(routes.createShare, { body: { ids } })).docs.address ?? '';
  }

  it('does what the pages for operators show, and they show every command', async () => {
    const shown = commandNames.filter((name) => examples.some((words) => words.startsWith(name)));
    expect(shown).toEqual(commandNames);
    const before: Record<string, () => Promise<void>> = {
      'parked list': poison,
      jobs: failJob,
      'jobs drop SERVICE JOB': failJob,
      'shares end ADDRESS': makeLink,
    };
    const codes: Record<string, number> = {};
    const where = { SKYSHELF_DATA: shelf.folder, MONGODB_URI: shelf.mongodbUri };
    // Whom there is can't be imported, and what runs not be restored: archive.int.spec.ts, recovery.int.spec.ts.
    for (const example of examples.filter((each) => !/^(import|restored)\b/.test(each))) {
      await before[example]?.();
      const words = example
        .replace('DRIVE', drive)
        .replace('CONSUMER', 'catalog')
        .replace('SERVICE', 'media')
        .replace('JOB', job)
        .replace('ADDRESS', link)
        .replace('http://127.0.0.1:8080', shelf.url)
        .replace('alice.tar', resolve(shelf.folder, 'alice.tar'));
      const { code, out, err } = await skyshelf(words, where);
      codes[example] = code;
      expect(out.trim(), `${example}: ${err}`).not.toBe('');
    }
    const failing = Object.keys(codes).filter((example) => codes[example] !== 0);
    expect(failing).toEqual(['parked list', 'parked retry CONSUMER DRIVE']);
    expect(codes).toMatchObject({ 'parked list': 1, 'parked retry CONSUMER DRIVE': 1 });
  });

  it('says everything about what is parked', async () => {
    await poison();
    const { out, code } = await skyshelf(`parked show catalog ${drive}`);
    expect(code).toBe(0);
    expect(out).toContain(`"id": "poison-${poisons}"`);
    expect(out).toMatch(/The error:\n +ZodError[^]+ at /);
    expect(out).toContain('Behind it wait no events');
    expect(out).toMatch(/, this event alone\n +since \S+, 8 tries, ZodError/);
    const { out: jobs } = await skyshelf('jobs');
    expect(jobs).toMatch(new RegExp(`Parked, see .parked show.:\n.*catalog.*${drive}`));
    const again = await skyshelf(`parked retry catalog ${drive}`);
    expect(again).toMatchObject({ code: 1, out: expect.stringContaining('16 tries') as string });
    const unsure = await skyshelf(`parked drop catalog ${drive}`);
    expect(unsure).toMatchObject({ code: 2, out: '' });
    expect(unsure.err).toContain(`catalog would never act on media.derivative.made (poison-${poisons})`);
    expect(await skyshelf(`parked drop catalog ${drive} --yes`)).toMatchObject({ code: 0 });
  });

  it('shows the figures, also as JSON', async () => {
    await shelf.user('alice');
    await eventually(async () => (await shelf.collection('catalog', 'drives').countDocuments()) === 6);
    const { out } = await skyshelf('stats --json');
    expect(JSON.parse(out)).toMatchObject({
      drives: 6,
      elements: 5,
      outbox: { catalog: 0, storage: 0 },
      parked: { catalog: 0 },
      exitCode: 0,
      lag: [
        { consumer: 'catalog', source: 'billing' },
        { consumer: 'storage' },
        { consumer: 'media' },
        { consumer: 'notify', source: 'billing' },
      ],
    });
    expect((await skyshelf('stats')).out).toMatch(/^drives +6\nelements +5\nbytes +\d/);
  });

  it('shows jobs and lets one that was given up be tried again', async () => {
    const jobs = shelf.collection('media', 'jobs');
    await failJob();
    const { out } = await skyshelf('jobs media');
    expect(out).toMatch(/media +thumbnail +failed +1 +oldest \d+ m?s ago/);
    expect(out).toContain(`media ${job}\n    drive ${drive}, 5 tries, ended`);
    expect(out).toContain('The picture is too large.');
    expect(await skyshelf(`jobs retry media ${job}`)).toMatchObject({ code: 0 });
    // No one has this blob.
    await eventually(async () => (await jobs.findOne({ _id: job }))?.state === 'dropped');
    const again = await skyshelf(`jobs retry media ${job}`);
    expect(again).toMatchObject({ code: 2, err: `No job ${job} was given up.\n` });
    await failJob();
    expect(await skyshelf(`jobs drop media ${job}`)).toMatchObject({ code: 0, out: `${job} is dropped\n` });
    expect((await skyshelf(`jobs drop media ${job}`)).err).toBe(
      `No job ${job} waits, runs or was given up.\n`,
    );
  });

  it('changes a plan, and says what is wrong with one', async () => {
    const set = await skyshelf('plans set Deluxe --price 7 --button D-7 --badge=');
    expect(set).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Deluxe +7 USD .+button D-7\n$/) as string,
    });
    expect((await skyshelf('plans')).out).toContain(set.out.slice(0, 6));
    expect(await skyshelf('plans set Deluxe --price dear')).toMatchObject({
      code: 2,
      err: expect.stringContaining('at price') as string,
    });
    expect(await skyshelf('plans set Gold --price 9')).toMatchObject({
      code: 2,
      err: 'A new plan needs description too.\n',
    });
  });

  it('shows how far it is, stops at Ctrl+C, and goes on where it was', async () => {
    const stop = new AbortController();
    const stopped = await skyshelf('rebuild', undefined, stop, (text) => {
      if (/drives rebuilt: [1-9]/.test(text)) stop.abort();
    });
    expect(stopped).toMatchObject({ code: 130, out: '' });
    expect(stopped.err).toMatch(/drives rebuilt: \d of 12/);
    expect(stopped.err).toContain('Stopped.');
    const after = /To go on: npm run skyshelf -- (rebuild --after \w+\/\S+)/.exec(stopped.err)?.[1];
    const { out, code } = await skyshelf(after ?? 'rebuild');
    expect(code, out).toBe(0);
    expect(out).toMatch(after ? /^[^]*[1-9] rebuilt, 0 failed/ : /12 rebuilt, 0 failed/);
  });

  it('works on an installation that is reached over the network', async () => {
    for (const words of [
      'stats',
      'fsck --storage',
      'fsck --repair',
      'rebuild',
      'resync storage',
      'jobs',
      'plans',
      'parked list',
    ]) {
      const { code, out, err } = await skyshelf(words, network);
      expect(code, `${words}: ${err}\n${out}`).toBe(0);
    }
    expect(await skyshelf(`smoke --url ${shelf.url} --thumbnail 0`, network)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^signed in [^]+\nuploaded [^]+\ndownloaded [^]+\ndeleted [^]+All is well\.\n$/,
      ) as string,
    });
    expect(await skyshelf('smoke --url http://127.0.0.1:1 --patience 1', network)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Failed: POST /api/add/ was not answered: ') as string,
    });
    expect((await skyshelf('token --user ann', network)).out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(await skyshelf('fsck --drive nobody', network)).toMatchObject({
      code: 2,
      err: 'There is no drive nobody.\n',
    });
  });

  it('says what is not as it should be, and ends with 2', async () => {
    const nobody = await skyshelf('stats', { SKYSHELF_DATA: resolve(shelf.folder, 'elsewhere') });
    expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('No Skyshelf runs') as string });
    const away = await skyshelf('jobs', { ...network, SKYSHELF_PEERS: 'media=http://127.0.0.1:1' });
    expect(away.code).toBe(2);
    expect(away.err).toContain('The service gateway does not answer');
    const strangers = testKeyFile();
    const wrong = await skyshelf('jobs', { ...network, SKYSHELF_KEYS_FILE: strangers.path });
    strangers.remove();
    expect(wrong).toMatchObject({ code: 2 });
    const missing = await skyshelf('stats', { SKYSHELF_PEERS: 'media=http://127.0.0.1:1' });
    expect(missing.err).toContain('SKYSHELF_KEYS_FILE: given nothing');
    expect(await skyshelf('resync mars')).toMatchObject({ code: 2 });
    expect(await skyshelf('fly')).toMatchObject({ code: 2, out: '' });
  });
});

import { randomBytes } from 'node:crypto';
import { routes } from '@skyshelf/contracts';
import { apiClient, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

/** `npm run same-name:full` asks for 100. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10);
const RACERS = 50;

/** The same name as different people type it: other case, composed or decomposed accents. */
const spellings = (name: string): string[] => [
  name.normalize('NFC'),
  name.normalize('NFD'),
  name.toUpperCase().normalize('NFC'),
  name.toUpperCase().normalize('NFD'),
  ` ${name.toLowerCase()} `,
];

interface Racer {
  kind: 'create' | 'rename' | 'upload';
  run(): Promise<'won' | 'lost'>;
}

describe('many who want one name at the same time', () => {
  let skyshelf: RunningSkyshelf;
  let client: ApiClient;

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    client = apiClient(skyshelf.url, await skyshelf.token('racer'), { connections: RACERS });
  });
  afterAll(async () => {
    client.close();
  });

  const outcome = (status: number, body: unknown): 'won' | 'lost' => {
    if (status === 200) return 'won';
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'name.exists', message: 'Name already exist' } },
    });
    return 'lost';
  };

  async function newFolder(name: string, url = '/'): Promise<string> {
    const { docs } = await client.call(routes.addElement, {
      body: { url, obj: { linkname: name, linktype: 'folder' } },
    });
    return docs._id;
  }

  const createFolder = (url: string, name: string): Racer => ({
    kind: 'create',
    run: async () => {
      const answer = await client.persist(routes.addElement, {
        body: { url, obj: { linkname: name, linktype: 'folder' } },
      });
      return outcome(answer.status, answer.body);
    },
  });

  const addLink = (url: string, name: string): Racer => ({
    kind: 'create',
    run: async () => {
      const obj = { linkname: name, linktype: 'website', linkurl: 'https://example.com/' };
      const answer = await client.persist(routes.addElement, { body: { url, obj } });
      return outcome(answer.status, answer.body);
    },
  });

  const rename = (url: string, id: string, name: string): Racer => ({
    kind: 'rename',
    run: async () => {
      const answer = await client.persist(routes.editElement, { body: { url, id, obj: { linkname: name } } });
      return outcome(answer.status, answer.body);
    },
  });

  /** Its bytes are there already: what races is the admission. */
  async function upload(url: string, name: string): Promise<Racer> {
    const bytes = randomBytes(64);
    const file = { name, size: bytes.length, type: 'application/pdf' };
    const started = await client.call(routes.startUpload, { body: { url, files: [file] } });
    const grant = started.docs[0]!.grant;
    const { receipt } = await client.call(routes.sendBytes, { bytes, headers: { 'upload-grant': grant } });
    return {
      kind: 'upload',
      run: async () => {
        const { docs, warnings } = await client.call(routes.admitUploads, {
          body: { url, files: [{ receipt }] },
        });
        if (docs.ops.length === 1) return 'won';
        expect(warnings).toMatchObject([
          { code: 'name.exists', message: expect.stringMatching(/ already exist\.$/) },
        ]);
        return 'lost';
      },
    };
  }

  async function folderRacers(url: string, name: string): Promise<Racer[]> {
    const ids = [];
    for (let n = 0; n < RACERS / 2; n += 1) ids.push(newFolder(`before ${n}`, url));
    const all = await Promise.all(ids);
    const spelling = (n: number) => spellings(name)[n % 5]!;
    return all.flatMap((id, n) => [createFolder(url, spelling(n)), rename(url, id, spelling(n + 1))]);
  }

  async function itemRacers(url: string, name: string): Promise<Racer[]> {
    const spelling = (n: number) => spellings(name)[n % 5]!;
    const uploads = await Promise.all(Array.from({ length: 16 }, (_, n) => upload(url, spelling(n).trim())));
    const links = await Promise.all(
      Array.from({ length: 17 }, async (_, n) => {
        const obj = { linkname: `before ${n}`, linktype: 'website', linkurl: 'https://example.com/' };
        return (await client.call(routes.addElement, { body: { url, obj } })).docs._id;
      }),
    );
    return [
      ...uploads,
      ...links.map((id, n) => rename(url, id, spelling(n))),
      ...Array.from({ length: 17 }, (_, n) => addLink(url, spelling(n))),
    ];
  }

  const shuffled = <T>(values: T[]): T[] =>
    values
      .map((value) => ({ value, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value);

  it(`lets one of ${RACERS} win in each of ${ROUNDS} rounds, and tells the others that the name exists`, async () => {
    const winners = {
      folder: { create: 0, rename: 0, upload: 0 },
      item: { create: 0, rename: 0, upload: 0 },
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const className = round % 2 === 0 ? 'folder' : 'item';
      const place = `round ${round}`;
      await newFolder(place);
      const url = `/${place}/`;
      const name = `Ärger ${round} été`;
      const racers = shuffled(
        className === 'folder' ? await folderRacers(url, name) : await itemRacers(url, `${name}.pdf`),
      );
      expect(racers).toHaveLength(RACERS);
      const results = await Promise.all(racers.map((racer) => racer.run()));
      const won = racers.filter((_, index) => results[index] === 'won');
      expect(won).toHaveLength(1);
      winners[className][won[0]!.kind] += 1;
      const key = (text: string) => text.trim().normalize('NFC').toLowerCase();
      const { docs } = await client.call(routes.listFolder, { body: { url } });
      expect(docs.filter(({ linkname }) => key(linkname).startsWith(key(name)))).toHaveLength(1);
    }
    console.log(JSON.stringify({ rounds: ROUNDS, racers: RACERS, winners }));
    if (ROUNDS >= 50) {
      expect(Math.min(winners.folder.create, winners.folder.rename)).toBeGreaterThan(0);
      expect(Math.min(winners.item.create, winners.item.rename, winners.item.upload)).toBeGreaterThan(0);
    }
  });
});

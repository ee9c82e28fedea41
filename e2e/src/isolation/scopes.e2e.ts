import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  elementId,
  filePath,
  routes,
  routeTable,
  type AccessScope,
  type ElementView,
  type RouteContract,
  type ShareView,
} from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient, type CallOptions } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { film } from '../conformance/conversion-cases.js';
import { sampleImage } from '../sample-image.js';
import { byLink } from './by-link.js';
import { driveOf } from '../setup/drive-of.js';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { scopeToken } from '../setup/scope-token.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

/** A folder with a picture, a link and a folder, or their names and addresses alone. */
interface Target {
  word: string;
  path: string;
  folder: string;
  link: string;
  /** Addresses: of the picture, and of what was made of it. */
  files: readonly string[];
  document: { id: string; linkurl: string };
}

const asFile = (address: string): CallOptions<typeof routes.readFile> => {
  const [, , , blobId = '', name = ''] = filePath(address).split('/').map(decodeURIComponent);
  return { params: { blobId, name } };
};

/**
 * The requests for a target at each call that opens to a share. One that is missing here fails the test.
 */
const requests: Record<string, (target: Target) => CallOptions<RouteContract>[]> = {
  listFolder: ({ folder, path }) => [
    { body: { url: '/', folderId: folder } },
    { body: { url: path } },
    { body: { url: path, limit: 1 } },
  ],
  searchElements: ({ word, folder, path }) => [
    { body: { text: word } },
    { body: { text: '', folderId: folder } },
    { body: { text: 'pic', url: path } },
  ],
  measureFolder: ({ folder, path }) => [{ body: { url: '/', folderId: folder } }, { body: { url: path } }],
  readFile: ({ files }) =>
    files.flatMap((each) => [asFile(each), { ...asFile(each), query: { density: '2' } }]),
  showPicture: ({ link }) => [{ params: { elementId: link, picture: 0 } }],
  convertDocument: ({ document: body }) => [{ body }],
  convertVideo: ({ document: body }) => [{ body }],
  readLiveFilm: () => [{ params: { run: 'nowhere'.repeat(4), file: 'index.m3u8' } }],
  download: ({ files, folder }) => [
    ...files.slice(0, 1).map((key0) => ({ query: { key0 } })),
    { query: { folder } },
    { query: { folder }, headers: { range: 'bytes=0-9' } },
  ],
};

/** A document is no film, and no film is under way. */
const notThis: Record<string, string> = { convertVideo: 'input.invalid', readLiveFilm: 'live.ended' };

const opened = (kind: 'share' | 'drop') => routeTable.filter(({ opens }) => opens?.includes(kind));
/** The same code decides in both modes; a third of the calls shows that each service of a cluster asks it, too. */
const isWhole = enoughIn('standalone', 'a third of the calls in a cluster');
const asked = isWhole ? opened('share') : sampleOf(opened('share'), 3);

describe(`what a scope with roots sees (${isWhole ? 'all' : sampleSeed})`, () => {
  let owner: ApiClient;
  let visitor: ApiClient;
  let browser: ApiClient;
  let share: ShareView;
  let album: Target;
  let hidden: Target;
  let gone: Target;
  const never: Target = {
    word: 'nowhere',
    path: '/nowhere/',
    folder: `never-${randomUUID()}`,
    link: `never-${randomUUID()}`,
    files: [`Cloud/never-${randomUUID()}/x###picture.png`],
    document: { id: 'never', linkurl: `Cloud/never-${randomUUID()}/x###letter.pdf` },
  };

  const add = async (url: string, obj: object): Promise<ElementView> =>
    (await owner.call(routes.addElement, { body: { url, obj: obj as never } })).docs;

  async function plant(url: string, word: string): Promise<Target & { element: ElementView }> {
    const element = await add(url, { linkname: word, linktype: 'folder' });
    const path = `${url}${word}/`;
    await add(path, { linkname: `${word} below`, linktype: 'folder' });
    const linkurl = 'https://youtu.be/dQw4w9WgXcQ';
    const link = await add(path, { linkname: `${word} film`, linktype: 'youtube', linkurl });
    const name = `picture of ${word}.png`;
    await uploadFile(owner, { url: path, name, type: 'image/png', bytes: await sampleImage(900, 600) });
    const pdf = { url: path, name: 'letter.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n') };
    const { _id: id, linkurl: letter } = await uploadFile(owner, pdf);
    const files = await eventually(
      async () => {
        const { docs } = await owner.call(routes.listFolder, { body: { url: path } });
        const { linkurl: file, thumbnailImage } = docs.find(({ linkname }) => linkname === name) ?? {};
        return file && thumbnailImage ? [file, thumbnailImage] : false;
      },
      { timeoutMs: 60_000 },
    );
    return {
      element,
      word,
      path,
      folder: element._id,
      link: link._id,
      files,
      document: { id, linkurl: `${letter}`.replace(/[^/]*###/, 'x###') },
    };
  }

  beforeAll(async () => {
    const skyshelf = await sharedSkyshelf();
    const token = await skyshelf.token('sharer');
    owner = apiClient(skyshelf.url, token);
    await add('/', { linkname: 'drawer', linktype: 'folder' });
    [album, hidden, gone] = await Promise.all([
      plant('/drawer/', 'album'),
      plant('/drawer/', 'hidden'),
      plant('/drawer/', 'gone'),
    ]);
    const ids = [album, gone].map(({ folder }) => folder);
    share = (await owner.call(routes.createShare, { body: { ids } })).docs;
    const scope: AccessScope = {
      kind: 'share',
      rights: ['list', 'view', 'download'],
      roots: [album, gone].map(({ folder }) => elementId.parse(folder)),
      id: share.id,
      generation: 0,
    };
    visitor = apiClient(skyshelf.url, await scopeToken(skyshelf, driveOf(token), scope));
    // Signed in as the owner, who is not asked.
    browser = apiClient(skyshelf.url, token);
  }, 120_000);
  afterAll(() => [owner, visitor, browser].forEach((client) => client.close()));

  /** A path begins with the root's name. */
  const shared = (target: Target): Target => ({ ...target, path: `/${target.word}/` });

  const answersOf = (client: ApiClient, route: RouteContract, target: Target) => {
    const wanted = requests[route.name];
    if (!wanted) throw new Error(`No requests for ${route.name}: add them to scopes.e2e.ts`);
    return Promise.all(wanted(target).map((request) => client.send(route, request)));
  };
  /** All that a visitor gets, without what differs from answer to answer. */
  const bytesOf = ({ status, headers, bytes }: Awaited<ReturnType<ApiClient['send']>>) => {
    const { date: _, 'x-request-id': id = '', ...rest } = headers;
    // Refusals have the id of the request, which is counted, so some are longer.
    const ofId = status >= 400 ? String(id).length : 0;
    const length = rest['content-length'] && Number(rest['content-length']) - ofId;
    const body = bytes.toString().replace(/"requestId":"[^"]*"/, '');
    const cached = String(rest['cache-control']).replace(/max-age=\d+/, 'max-age');
    return { status, headers: { ...rest, 'content-length': length, 'cache-control': cached }, body };
  };
  const expectAbsent = async (route: RouteContract, target: Target) => {
    const none = (await answersOf(visitor, route, never)).map(bytesOf);
    const answers = (await answersOf(visitor, route, target)).map(bytesOf);
    for (const [index, answer] of answers.entries()) expect(answer).toEqual(none[index] ?? none[0]);
  };

  it('opens nothing that reads to those who send files', () => {
    expect(opened('drop').filter(({ right, rate }) => right !== 'add' || rate === 'read')).toEqual([
      routes.readDrops,
    ]);
  });

  it.each(asked)('$name: what lies below the roots', async (route) => {
    for (const answer of await answersOf(visitor, route, shared(album))) {
      const { code } = (answer.body as { error?: { code?: string } } | undefined)?.error ?? {};
      // Its provider is out of reach: what is there has no picture yet.
      if (route.name === 'showPicture') expect(code ?? 'shown').not.toBe('element.not-found');
      else if (route.name in notThis) expect(code).toBe(notThis[route.name]);
      else expect([answer.status, code]).toEqual([expect.toBeOneOf([200, 206]), undefined]);
      const text = answer.bytes.toString('latin1');
      for (const word of ['drawer', 'hidden', 'local|sharer', hidden.folder])
        expect(text).not.toContain(word);
    }
  });

  it.each(asked)('$name: nothing else, as if it had never been', async (route) => {
    for (const target of [hidden, shared(hidden)]) await expectAbsent(route, target);
    await expectAbsent(route, { ...album, ...never, path: '/drawer/' });
    await expectAbsent(route, { ...never, path: album.path });
  });

  it.runIf(isWhole)('has what browsers do not show converted', { timeout: 120_000 }, async () => {
    const letter = Buffer.from('{\\rtf1\\ansi A letter}');
    const kinds = [
      [routes.convertDocument, 'letter.rtf', 'application/rtf', letter, '%PDF-'],
      [routes.convertVideo, 'film.mkv', 'video/x-matroska', film, 'ftyp'],
    ] as const;
    for (const [route, name, type, bytes, made] of kinds) {
      const { _id: id, linkurl } = await uploadFile(owner, { url: album.path, name, type, bytes });
      const address = await eventually(
        async () => {
          const answer = await visitor.call(route, { body: { id, linkurl: linkurl ?? '' } });
          return 'ok' in answer && answer.openElement;
        },
        { timeoutMs: 100_000 },
      );
      const { bytes: shown } = await visitor.send(routes.readFile, asFile(address));
      expect(shown.toString('latin1', 0, 16)).toContain(made);
    }
  });

  it('names no one else’s parts next to what is shown', async () => {
    const [file = ''] = album.files;
    const [other = ''] = hidden.files;
    const mixed = await visitor.send(routes.download, { query: { key0: file, key1: other } });
    expect(mixed).toMatchObject({ status: 404, body: { error: { code: 'file.not-found' } } });
    const { docs, folderId, version } = await visitor.call(routes.listFolder, {
      body: { url: '/', defaultLinks: true },
    });
    expect(docs.map(({ linkname, path, folderId: at }) => [linkname, path, at])).toEqual([
      ['album', '/', 'root'],
      ['gone', '/', 'root'],
    ]);
    expect([folderId, version]).toEqual(['root', 0]);
    const all = await visitor.send(routes.download, { query: { folder: 'root' } });
    expect(all.bytes.includes('picture of album')).toBe(true);
    expect(all.bytes.includes('hidden')).toBe(false);
  });

  it('is closed with a root that is deleted, also half-way through a download, until it is restored', async () => {
    const zip = { query: { folder: gone.folder } };
    const { headers } = await visitor.send(routes.download, zip);
    const { operation } = await owner.call(routes.deleteElements, {
      body: { url: '/', arr: [gone.folder], hold: 60 },
    });
    for (const route of opened('share')) await expectAbsent(route, shared(gone));
    const further = { range: 'bytes=10-', 'if-range': String(headers.etag) };
    expect(await visitor.send(routes.download, { ...zip, headers: further })).toMatchObject({ status: 404 });
    await owner.call(routes.undo, { body: { operation } });
    for (const answer of await answersOf(visitor, routes.listFolder, shared(gone)))
      expect(answer.status).toBe(200);
  });

  const tokenOf = ({ address }: ShareView) => address?.slice('/s/'.length) ?? '';
  const openLink = (token: string) => browser.send(routes.openShare, { params: { token }, body: {} });

  /** False where the element itself changed in between, such as by a thumbnail that was made. */
  const answersOfBoth = async (visited: ApiClient, route: RouteContract, target: Target) => {
    const ask = async (client: ApiClient) => (await answersOf(client, route, target)).map(bytesOf);
    const [wanted, answers, again] = [await ask(visitor), await ask(visited), await ask(visitor)];
    return isDeepStrictEqual(wanted, again) && { wanted, answers };
  };

  it.each(asked)('$name: the same by its link, whatever the browser is signed in as', async (route) => {
    const visited = await byLink(browser, share);
    for (const target of [shared(album), hidden]) {
      const { wanted, answers } = await eventually(() => answersOfBoth(visited, route, target));
      for (const [index, { headers: sent, ...answer }] of answers.entries()) {
        const { headers: expected, ...same } = wanted[index] ?? {};
        expect(answer).toEqual(same);
        const ofVisit = {
          'referrer-policy': 'no-referrer',
          'x-robots-tag': expect.stringContaining('noindex'),
        };
        expect(sent).toEqual({ ...expected, ...ofVisit });
      }
    }
  });

  it('is closed by the same bytes, whether a link is unknown, paused, over, empty or ended', async () => {
    const change = (rest: object) => owner.call(routes.changeShare, { body: { id: share.id, ...rest } });
    const refusal = async (token = tokenOf(share)) => bytesOf(await openLink(token));
    const unknown = await refusal('a'.repeat(22));
    expect(unknown.status).toBe(404);
    for (const [closed, opens] of [
      [{ paused: true }, { paused: false }],
      [{ expires: '2026-01-01T00:00:00.000Z' }, { expires: null }],
    ] as const) {
      await change(closed);
      expect(await refusal()).toEqual(unknown);
      await change(opens);
      expect((await openLink(tokenOf(share))).status).toBe(200);
    }
    const { operation } = await owner.call(routes.deleteElements, {
      body: { url: '/', arr: [album.folder, gone.folder], hold: 60 },
    });
    expect(await refusal()).toEqual(unknown);
    await owner.call(routes.undo, { body: { operation } });
    expect((await openLink(tokenOf(share))).status).toBe(200);
    await owner.call(routes.endShare, { body: { id: share.id } });
    expect(await refusal()).toEqual(unknown);
  });
});

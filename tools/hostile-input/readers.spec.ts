import type { ElementView } from '@skyshelf/contracts';
import * as rules from '@skyshelf/contracts/rules';
import { acceptedEncoding, bearerToken as serviceToken, operationIdOf } from '@skyshelf/http';
import { contextOf } from '@skyshelf/telemetry';
import { createStatementSigner } from '@skyshelf/tokens';
import { describe, expect, it } from 'vitest';
import { announcedName } from '../../apps/companion/src/fetched-addresses.js';
import { createRequestIds } from '../../libs/http/src/fastify-options.js';
import { parseJson } from '../../libs/http/src/json-text.js';
import { watchRoutes } from '../../libs/http/src/unknown-address.js';
import { readFolder } from '../../services/catalog/src/application/slices/read-folder.js';
import { clientAddress } from '../../services/gateway/src/domain/client.js';
import { bearerToken, cookieValue } from '../../services/gateway/src/domain/presented-token.js';
import { isUsableId, readProfile } from '../../services/gateway/src/domain/account.js';
import { callbackPath, failedAddress } from '../../services/gateway/src/domain/sign-in.js';
import { parseRange } from '../../services/storage/src/domain/byte-range.js';
import { displayName, dispositionOf } from '../../services/storage/src/domain/disposition.js';
import { filterElements } from '../../web/src/features/file-manager/listing/sorted-listing.js';
import { nameProblem } from '../../web/src/features/file-manager/names/name-problem.js';
import { readCallbackHash } from '../../web/src/features/sign-in/callback-hash.js';
import { monogramOf } from '../../web/src/shared/kinds/link-pictures.js';
import { hostileTexts, tooSlow } from './hostile-texts.js';

type Readers = Readonly<Record<string, (text: string) => unknown>>;

const element = { _id: 'e', linkname: 'Übersicht', linktype: 'folder' } as ElementView;
const file = { name: 'photo.jpg', extension: 'jpg' };
const noFolders = { find: async () => [], ancestors: async () => null };
const signer = createStatementSigner(() => ['k'.repeat(32)]);
const requestIds = createRequestIds();

let json = { of: '', bytes: Buffer.alloc(0) };
/**
 * As long as the text was, also where JSON writes a character as six. Written once for all readings of a
 * text: only they are measured.
 */
function inJson(text: string): Buffer {
  if (json.of === text) return json.bytes;
  const part = text.slice(0, text.length ** 2 / JSON.stringify(text).length);
  json = { of: text, bytes: Buffer.from(JSON.stringify(part)) };
  return json.bytes;
}

function unknownAddressReader() {
  type Fastify = Parameters<typeof watchRoutes>[0];
  type Sent = Parameters<ReturnType<typeof watchRoutes>>[0];
  const hooks: ((route: object) => void)[] = [];
  const fastify = { addHook: (_: string, hook: (typeof hooks)[number]) => void hooks.push(hook) };
  const read = watchRoutes(fastify as unknown as Fastify);
  for (const hook of hooks) hook({ method: 'GET', url: '/files/:blobId/:name/', config: {} });
  const raw = { socket: {} } as Sent['raw'];
  return (text: string) => read({ method: 'POST', url: `/files/${text}`, raw });
}

const ofContracts: Readers = {
  elementName: rules.elementName,
  editedName: (text) => rules.editedName({ ...file, isFile: true }, text),
  uploadName: (text) => rules.uploadName(text, () => 'new'),
  hasExtension: (text) => rules.hasExtension(text, new Set(['txt'])),
  extensionOf: rules.extensionOf,
  linkAddress: rules.linkAddress,
  'linkAddress with a scheme': (text) => rules.linkAddress(rules.withScheme(text)),
  mediaType: (text) => rules.mediaType(text, text),
  decideContentType: (text) => rules.decideContentType(text, 'application/zip'),
  tagsOf: (text) => rules.tagsOf([text]),
  fileType: rules.fileType,
};

const ofServices: Readers = {
  announcedName: (text) => announcedName(`attachment; filename=${text}`),
  acceptedEncoding: (text) => acceptedEncoding(text, ['br', 'gzip']),
  serviceToken: (text) =>
    serviceToken({ headers: { authorization: text } } as Parameters<typeof serviceToken>[0]),
  operationIdOf: (text) => operationIdOf(text, { next: () => 'id' }),
  requestIds: (text) => requestIds({ headers: { 'x-request-id': text } }),
  parseJson: (text) => parseJson(inJson(text)),
  'parseJson as sent': (text) => parseJson(Buffer.from(text)),
  unknownAddress: unknownAddressReader(),
  traceparent: (text) => contextOf(text),
  statement: (text) => signer.open(text),
  readFolder: (text) =>
    void readFolder(noFolders as unknown as Parameters<typeof readFolder>[0], { url: `/${text}` }),
  parseRange: (text) => parseRange(text, 1000),
  // No segment of an address is longer than this.
  dispositionOf: (text) => dispositionOf('image/png', text.slice(0, 4096)),
  displayName,
};

const ofTheGateway: Readers = {
  bearerToken,
  cookieValue: (text) => cookieValue(text, 'skyshelf'),
  clientAddress: (text) => clientAddress('127.0.0.1', text, 2),
  isUsableId,
  readProfile: (text) => readProfile('local', { sub: 'x', name: text, picture: text }),
  callbackPath,
  failedAddress: (text) => failedAddress('/callback', text),
};

const ofThePage: Readers = {
  filterElements: (text) => filterElements([element], { query: text, tag: null }),
  nameProblem: (text) => nameProblem({ name: rules.elementName(text), folder: true, siblings: [element] }),
  readCallbackHash: (text) => readCallbackHash(text, 0),
  monogramOf: (text) => monogramOf(text, 'name'),
};

const texts = hostileTexts({
  units: [
    'a/',
    'bytes=',
    '0-',
    'ǅ',
    'ẞ',
    'İ',
    'ﷺ',
    '한',
    '😀',
    '[',
    '{"a":',
    '###',
    'https://',
    '@',
    "'",
    '\\',
  ],
});

/** A reader may refuse, as long as it is quick about it. */
const orRefused = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text);
  } catch {
    return null;
  }
};

describe('what reads input takes at most 5 ms for 64 KB of anything', () => {
  const readers = Object.entries({ ...ofContracts, ...ofServices, ...ofTheGateway, ...ofThePage });
  it.each(readers)('%s', (_, read) => {
    expect(tooSlow(orRefused(read), texts)).toBeNull();
  });
});

import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobRequest } from './job.js';
import type { ConversionDeps } from './await-conversion.js';
import { convertDocument } from './convert-document.js';
import type { MakingStatus } from '../domain/conversion.js';
import type { OwnElement } from './ports.js';

const caller = { drive: 'd' as DriveId, sub: 'local|ann' };
const linkurl = 'Cloud/b1/local|ann###a.docx';
const named = { id: 'e1', linkurl };
const failed = { failed: 'The file is protected by a password.' };
const made = { blobId: 'p1' as BlobId, bytes: 1 };
const openElement = 'Cloud/p1/local|ann###pdf.pdf';

let element: OwnElement;
let standing: MakingStatus;
let requests: JobRequest[];
let opened: string[];
let clock: number;
let stopping = false;
let installed = true;
/** It is called while the call waits, with the number of the poll. */
let meanwhile: ((look: number) => void) | undefined;

const deps: ConversionDeps = {
  elements: { own: async () => element },
  jobs: {
    demand: async (request) => {
      requests.push(request);
      return 'pdf.b1';
    },
    standing: async () => standing,
    again: async (id) => void opened.push(id),
  },
  wake: () => {},
  pause: async (ms) => {
    clock += ms;
    meanwhile?.(clock / ms);
  },
  canMake: async () => installed,
  isStopping: () => stopping,
  now: () => new Date(clock),
  maxVideoBytes: 262_144_000,
};
const convert = (file = named) => convertDocument(deps, caller, file);
const ended = (state: MakingStatus['state'], at = clock): MakingStatus => ({
  state,
  open: false,
  reason: null,
  ended: new Date(at),
});

beforeEach(() => {
  clock = 0;
  requests = [];
  opened = [];
  meanwhile = undefined;
  stopping = false;
  installed = true;
  standing = { state: 'waiting', open: true, ended: null, reason: null };
  const kind = 'application/octet-stream';
  element = {
    id: 'e1' as ElementId,
    blobId: 'b1' as BlobId,
    url: null,
    kind,
    extension: 'docx',
    size: 5,
    derived: {},
  };
});

describe('the PDF of a document', () => {
  it('is answered when it is made, and at once from then on', async () => {
    meanwhile = (look) => {
      if (look === 3) standing = ended('done');
      if (look === 5) element = { ...element, derived: { pdf: made } };
    };
    expect(await convert()).toEqual({ ok: true, openElement });
    expect(requests[0]).toMatchObject({ kind: 'pdf', source: { blobId: 'b1' }, extension: 'docx' });
    expect(clock).toBe(250);
    expect(await convert()).toEqual({ ok: true, openElement });
    expect(requests.filter(({ kind }) => kind === 'pdf')).toHaveLength(1);
  });

  it('has its first page drawn for the tile, of what was converted, until that is there', async () => {
    element = { ...element, derived: { pdf: made } };
    await convert();
    expect(requests).toMatchObject([{ kind: 'page', source: { blobId: 'b1' }, input: 'p1' }]);
    element = { ...element, derived: { pdf: made, page: { blobId: 'g1' as BlobId, bytes: 1 } } };
    await convert();
    expect(requests).toHaveLength(1);
  });

  it('is not waited for any longer when the service stops', async () => {
    meanwhile = () => (stopping = true);
    expect(await convert()).toEqual({ wait: true });
    expect(clock).toBe(50);
  });

  it('is the file itself where that is one', async () => {
    element = { ...element, kind: 'application/pdf' };
    expect(await convert()).toEqual({ ok: true, openElement: linkurl });
    expect(requests).toEqual([]);
  });

  it('is waited for 20 s at most', async () => {
    expect(await convert()).toEqual({ wait: true });
    expect(clock).toBe(20_000);
  });

  it('is refused with the message of the specification when there will be none, and is not tried again', async () => {
    meanwhile = () => (standing = ended('failed'));
    await expect(convert()).rejects.toMatchObject({
      code: 'document.failed',
      message: 'Some error occurred',
    });
    element = { ...element, derived: { pdf: failed } };
    await expect(convert()).rejects.toMatchObject({
      code: 'document.failed',
      message: 'Some error occurred',
      details: { reason: 'The file is protected by a password.' },
    });
    expect(requests).toHaveLength(1);
  });

  it('is tried again when it was given up for time and is opened later, but not while a page waits', async () => {
    const reason = 'Making the pdf took too long.';
    element = { ...element, derived: { pdf: { failed: reason } } };
    standing = { ...ended('failed', -400_000), reason };
    meanwhile = () => (standing = { ...ended('failed'), reason });
    const refused = { code: 'document.failed', details: { reason } };
    await expect(convert()).rejects.toMatchObject(refused);
    await expect(convert()).rejects.toMatchObject(refused);
    expect(opened).toEqual(['pdf.b1']);
    meanwhile = () => {
      standing = ended('done');
      element = { ...element, derived: { pdf: made } };
    };
    clock += 400_000;
    expect(await convert()).toEqual({ ok: true, openElement });
  });

  it('is refused, and never queued, while its program is missing', async () => {
    installed = false;
    await expect(convert()).rejects.toMatchObject({ code: 'document.failed' });
    expect(requests).toEqual([]);
    installed = true;
    expect(await convert()).toEqual({ wait: true });
  });

  it.each([
    ['dropped', 0],
    ['done', -60_000],
  ] as const)('is made again when it was %s and can’t be seen [S4.2]', async (state, at) => {
    standing = ended(state, at);
    meanwhile = () => {
      if (opened.length > 0) element = { ...element, derived: { pdf: made } };
      standing = ended('done');
    };
    expect(await convert()).toEqual({ ok: true, openElement });
    expect(opened).toEqual(['pdf.b1']);
  });

  it.each([
    ['text/plain', 'log', 'txt'],
    ['text/csv', 'txt', 'csv'],
    ['application/octet-stream', 'csv', 'csv'],
    ['application/msword', null, ''],
  ])('of %s with the extension %s is asked for as %s', async (kind, extension, as) => {
    element = { ...element, kind, extension };
    await convert();
    expect(requests).toMatchObject([{ extension: as }]);
  });
});

it.each([
  ['an image', { kind: 'image/png' }],
  ['bytes that no program reads', { kind: 'application/octet-stream', extension: 'xyz' }],
])('%s is refused in the words of the specification', async (_, changes) => {
  element = { ...element, ...changes };
  await expect(convert()).rejects.toMatchObject({
    code: 'document.unsupported',
    message: 'Currently we unable to preview this file type, You can download and preview locally.',
  });
  expect(requests).toEqual([]);
});

describe('what is no document of the caller', () => {
  it.each([
    ['a folder or a link', { blobId: null }, named, 'id'],
    ['the address of another file', {}, { id: 'e1', linkurl: 'Cloud/b2/x###a' }, 'linkurl'],
    ['no address', {}, { id: 'e1', linkurl: 'a.docx' }, 'linkurl'],
  ])('%s is refused with the field', async (_, changes: Partial<OwnElement>, file, field) => {
    element = { ...element, ...changes };
    await expect(convert(file)).rejects.toMatchObject({ code: 'input.invalid', details: { field } });
    expect(requests).toEqual([]);
  });
});

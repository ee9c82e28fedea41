import { casesOf, invalid, refused } from './step.js';

const folder = {
  call: 'addElement',
  body: { url: '/', obj: { linkname: 'Album', linktype: 'folder' } },
  keep: { album: 'docs._id' },
} as const;
const shared = {
  call: 'createShare',
  body: { ids: ['$album'] },
  keep: { share: 'docs.id', address: 'docs.address' },
} as const;
const guarded = { ...shared, body: { ids: ['$album'], password: 'sesame' } } as const;
const nothing = {
  status: 404,
  answer: refused(
    'share.not-found',
    'Nothing is shown here. The link may have ended, or its address may be incomplete.',
  ),
};
const noShare = { status: 404, answer: { error: { code: 'share.not-found', field: 'id' } } };
const noElement = { status: 404, answer: { error: { code: 'element.not-found', field: 'ids' } } };
const builtIn = { status: 400, answer: { error: { code: 'default.locked', field: 'ids' } } };
const noFolder = (field: string) => ({
  status: 400,
  answer: refused('share.no-folder', 'Files can be received in one folder only.', field),
});
const wrong = { call: 'openShare', visitor: true, at: '$address', body: { password: 'wrong' } } as const;

/** A link that shows: its owner's calls, and its visitors'. */
export const shareCases = casesOf({
  createShare: [
    folder,
    { body: { ids: ['none'] }, ...noElement },
    { body: { ids: ['default:news'] }, ...builtIn },
    { body: { ids: [] }, ...invalid('ids') },
    {
      body: { ids: ['$album'], title: 'Lisbon', password: 'sesame', downloadLimit: 3 },
      answer: {
        docs: {
          address: '<text>',
          title: 'Lisbon',
          password: true,
          downloadLimit: 3,
          state: 'open',
          roots: [{ _id: '$album', linkname: 'Album', path: '/' }],
          opened: 0,
        },
      },
    },
    { call: 'listFolder', body: { url: '/', defaultLinks: false }, answer: { docs: [{ shared: true }] } },
    {
      call: 'addElement',
      body: { url: '/', obj: { linkname: 'Other', linktype: 'folder' } },
      keep: { other: 'docs._id' },
    },
    { body: { ids: ['$album', '$other'], receives: {} }, ...noFolder('ids') },
  ],
  listShares: [folder, shared, { answer: { docs: [{ id: '$share', address: '$address', title: 'Album' }] } }],
  changeShare: [
    folder,
    shared,
    { body: { id: 'none' }, ...noShare },
    { body: { id: '$share', ids: ['none'] }, ...noElement },
    { body: { id: '$share', ids: ['default:news'] }, ...builtIn },
    { body: { id: '$share', receives: { maxFiles: 3 } }, ...noFolder('receives') },
    { body: { id: '$share', paused: true }, answer: { docs: { paused: true, state: 'paused' } } },
    { call: 'openShare', visitor: true, at: '$address', body: {}, ...nothing },
    { body: { id: '$share', paused: false, note: 'hello' }, answer: { docs: { state: 'open' } } },
  ],
  endShare: [
    folder,
    shared,
    { body: { id: '$share' }, answer: { docs: { result: { ok: 1 } } } },
    { body: { id: '$share' }, ...noShare },
    { call: 'listShares', answer: { docs: [] } },
  ],
  openShare: [
    folder,
    guarded,
    {
      visitor: true,
      at: '$address',
      body: {},
      status: 403,
      answer: refused('share.password-required', 'This link has a password.'),
    },
    {
      ...wrong,
      status: 403,
      answer: refused('share.wrong-password', 'This is not the password of this link.'),
    },
    {
      visitor: true,
      at: '$address',
      body: { password: 'sesame' },
      answer: { id: '$share', title: 'Album', download: true, roots: ['$album'] },
    },
    { visitor: true, params: { token: 'unknown' }, body: {}, ...nothing },
    ...Array.from({ length: 9 }, () => ({ ...wrong, status: 403 })),
    {
      ...wrong,
      status: 429,
      answer: refused(
        'share.too-many-tries',
        'Too many wrong passwords were sent from here. Try again in some minutes.',
      ),
    },
  ],
  readShare: [
    folder,
    shared,
    { visitor: true, params: { share: '$share' }, ...nothing },
    { call: 'openShare', visitor: true, at: '$address', body: {} },
    {
      visitor: true,
      params: { share: '$share' },
      headers: { cookie: '$cookie' },
      answer: { id: '$share', title: 'Album' },
    },
  ],
  saveShare: [
    folder,
    { call: 'createShare', body: { ids: ['$album'], title: 'Lisbon', downloadLimit: 1 }, keep: shared.keep },
    { body: { share: '$share' }, ...nothing },
    { call: 'openShare', visitor: true, at: '$address', body: {} },
    {
      body: { share: '$share', folderId: 'none' },
      headers: { cookie: '$cookie' },
      status: 404,
      answer: { error: { code: 'folder.not-found' } },
    },
    {
      body: { share: '$share' },
      headers: { cookie: '$cookie' },
      answer: { docs: { linkname: 'Lisbon' }, files: 0, bytes: 0 },
    },
    {
      body: { share: '$share' },
      headers: { cookie: '$cookie' },
      status: 403,
      answer: refused('share.downloads-used-up', 'This link offers no more downloads.'),
    },
    { call: 'changeShare', body: { id: '$share', download: false } },
    { call: 'openShare', visitor: true, at: '$address', body: {} },
    {
      body: { share: '$share' },
      headers: { cookie: '$cookie' },
      status: 403,
      answer: refused('access.denied', 'This is not yours to use.'),
    },
  ],
  shareFeed: [
    folder,
    guarded,
    { visitor: true, at: '$address', ...nothing },
    shared,
    { visitor: true, at: '$address', text: '<\\?xml' },
  ],
});

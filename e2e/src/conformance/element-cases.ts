import { casesOf, invalid, refused, type Step } from './step.js';

export const folder = (linkname: string, keep = linkname): Step => ({
  call: 'addElement',
  body: { url: '/', obj: { linkname, linktype: 'folder' } },
  keep: { [keep]: 'docs._id' },
});
const map = { linkname: 'Map', linktype: 'website', linkurl: 'https://example.com/' };
export const link: Step = { call: 'addElement', body: { url: '/', obj: map }, keep: { link: 'docs._id' } };
const tagged: Step = { ...link, body: { url: '/', obj: { ...map, linktag: ['a'] } } };
const addedLink: Step = { ...tagged, keep: { link: 'docs._id', added: 'operation' } };
const editedLink: Step = {
  call: 'editElement',
  body: { url: '/', id: '$link', obj: { linkname: 'Plan', linktag: ['b'] } },
  keep: { edited: 'operation' },
};
const done = { result: { ok: 1 } };

/** The calls that change the tree. */
export const elementCases = casesOf({
  addElement: [
    {
      body: { url: '/', sub: 'x', obj: { linkname: 'Trip', linktype: 'folder' } },
      answer: {
        docs: {
          _id: '<text>',
          linkname: 'Trip',
          linktype: 'folder',
          path: '/',
          folderId: 'root',
          linkurl: null,
        },
      },
    },
    {
      body: { url: '/', obj: { linkname: ' TRIP ', linktype: 'folder' } },
      status: 409,
      answer: refused('name.exists', 'Name already exist', 'obj.linkname'),
    },
    tagged,
    {
      body: {
        url: '/',
        obj: { linkname: 'Chart', linktype: 'website', linkurl: 'https://example.com/', linktag: ['a'] },
      },
      answer: {
        docs: { linkname: 'Chart' },
        warnings: [
          { name: 'Map', code: 'url.same', message: 'The same address is here already: Map', path: '/' },
        ],
      },
    },
    {
      body: { url: '/', obj: { linkname: 'x', linktype: 'website', linkurl: 'http://10.0.0.1/' } },
      status: 400,
      answer: refused('url.invalid', 'Invalid URL', 'obj.linkurl'),
    },
    {
      body: { url: '/', obj: { linkname: ' ', linktype: 'folder' } },
      status: 400,
      answer: refused('name.required', 'This field is required', 'obj.linkname'),
    },
  ],
  editElement: [
    tagged,
    {
      body: { url: '/', id: '$link', obj: { linkname: 'Plan', linktag: ['b'] } },
      answer: {
        docs: { ...done, modifiedCount: 1, element: { _id: '$link', linkname: 'Plan', linktag: ['b'] } },
      },
    },
    {
      body: { url: '/', id: '$link', obj: { linkname: 'Plan' } },
      answer: { docs: { ...done, modifiedCount: 0 } },
    },
    {
      body: { url: '/', id: 'default:gmail', obj: { linkname: 'x' } },
      status: 400,
      answer: refused('default.locked', "You can't edit default elements"),
    },
    {
      body: { url: '/', id: ['$link', 'default:gmail'], obj: { linkname: 'x' } },
      status: 400,
      answer: refused(
        'edit.only-one',
        'Please select only one element, Because only one element can be edited at a time.',
      ),
    },
  ],
  deleteElements: [
    tagged,
    { body: { url: '/', arr: ['$link'] }, answer: { docs: { deletedCount: 1 } } },
    { body: { url: '/', arr: ['$link'] }, answer: { docs: { deletedCount: 0 } } },
    tagged,
    {
      body: { url: '/', arr: ['$link'], hold: 60 },
      answer: { docs: { deletedCount: 1, process: '<text>' } },
      keep: { process: 'docs.process' },
    },
    { call: 'listProcesses', answer: { docs: [] } },
    {
      call: 'cancelProcess',
      body: { process: '$process', exact: true },
      answer: { docs: { ...done, ops: [{ _id: '$link', linkname: 'Map', path: '/' }] } },
    },
    { body: { url: '/', arr: ['$link'], hold: 61 }, ...invalid('hold') },
    {
      body: { url: '/', arr: ['default:gmail'] },
      status: 400,
      answer: refused(
        'default.locked',
        "Default elements can't be deleted. You can hide them in 'My Account' page.",
      ),
    },
  ],
  pasteElements: [
    folder('From', 'from'),
    folder('To', 'to'),
    tagged,
    {
      body: { url: '/To/', arr: [{ _id: '$link' }], action: 'cut', actionUrl: '/', folder: [] },
      answer: { docs: { ...done, ops: [{ _id: '$link', path: '/To/' }] }, warnings: [] },
    },
    {
      body: { url: '/', arr: ['$link'], action: 'copy' },
      answer: { docs: { ops: [{ linkname: 'Map', path: '/' }] } },
    },
    {
      body: { url: '/To/', arr: ['$link'], action: 'cut' },
      status: 400,
      answer: refused('paste.same-folder', "You can't cut and paste elements to the same folder."),
    },
    {
      body: { url: '/To/', arr: ['$link'], action: 'copy' },
      status: 400,
      answer: refused('paste.same-folder', "You can't copy and paste elements to the same folder."),
    },
    {
      body: { url: '/', arr: ['$link'], action: 'copy' },
      answer: { docs: { ops: [] }, warnings: [{ name: 'Map', message: 'Map already exist.' }] },
    },
    {
      body: { url: '/', arr: ['$link'], action: 'copy', conflict: 'number' },
      answer: { docs: { ops: [{ linkname: 'Map (2)', path: '/' }] }, warnings: [] },
    },
    { body: { url: '/', arr: ['$link'], action: 'copy', conflict: 'replace' }, ...invalid('conflict') },
    {
      body: { url: '/To/', arr: ['default:gmail'], action: 'cut' },
      status: 400,
      answer: refused('default.locked', "Can't cut default elements ."),
    },
    {
      body: { url: '/To/', arr: ['default:gmail'], action: 'copy' },
      status: 400,
      answer: refused('default.locked', "Can't copy default elements ."),
    },
  ],
  editPath: [
    folder('Old', 'folder'),
    {
      body: { sub: 'x', prevPath: '/Old/', newPath: '/New/' },
      answer: { docs: { ...done, modifiedCount: 1, element: { _id: '$folder', linkname: 'New' } } },
    },
    { body: { prevPath: '/Old/', newPath: '/New/' }, answer: { docs: { modifiedCount: 0 } } },
  ],
  editFiles: [{ body: { arrOld: ['Cloud/x/y'], arrNew: [] }, ...invalid() }],
  addPlaylist: [
    {
      body: {
        url: '/',
        name: 'Lessons',
        obj: [
          { linkname: 'One', linktype: 'youtube', linkurl: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' },
          { linkname: 'One', linktype: 'youtube', linkurl: 'https://www.youtube.com/watch?v=bbbbbbbbbbb' },
        ],
      },
      answer: {
        docs: { linkname: 'Lessons', linktype: 'folder' },
        ops: [{ linkname: 'One' }, { linkname: 'One (2)' }],
      },
    },
    {
      body: { url: '/', name: 'None', obj: [] },
      status: 400,
      answer: refused('playlist.empty', 'Empty playlist', 'obj'),
    },
  ],
  fileExists: [{ body: { url: 'Cloud/nobody/x' }, answer: { file: false } }],
  confirmThumbnail: [
    tagged,
    { body: { _id: '$link', confirm: false }, answer: { docs: { ...done, modifiedCount: '<number>' } } },
  ],
  countOpening: [
    tagged,
    { body: { _id: '$link' }, answer: { counter: 1 } },
    { body: { _id: '$link' }, answer: { counter: 2 } },
  ],
  tagElements: [
    tagged,
    {
      body: { arr: ['$link'], add: ['b'], remove: ['a'] },
      answer: { docs: { ...done, modifiedCount: 1 }, warnings: [] },
    },
    { call: 'listTags', answer: { docs: [{ tag: 'b', count: 1 }] } },
  ],
  renameTag: [
    tagged,
    { body: { tag: 'a', to: 'z' }, answer: { docs: { ...done, modifiedCount: 1, process: null } } },
    { call: 'listTags', answer: { docs: [{ tag: 'z', count: 1 }] } },
  ],
  removeTag: [
    tagged,
    { body: { tag: 'a' }, answer: { docs: { ...done, modifiedCount: 1, process: null } } },
    { call: 'listTags', answer: { docs: [] } },
  ],
  undo: [
    addedLink,
    editedLink,
    {
      body: { operation: '$edited' },
      answer: { docs: { elements: [{ _id: '$link', linkname: 'Map', linktag: ['a'] }], removed: [] } },
    },
    {
      ...{ call: 'undo', body: { operation: '$edited' }, status: 409 },
      answer: refused('undo.changed', 'This cannot be undone: it has been changed since.', 'operation'),
    },
    { body: { operation: ['$added'] }, answer: { docs: { elements: [], removed: ['$link'] } } },
    {
      ...{ call: 'undo', body: { operation: 'key:none' }, status: 404 },
      answer: refused('operation.not-found', 'This cannot be undone any more.', 'operation'),
    },
  ],
  listProcesses: [{ answer: { docs: [] } }],
  cancelProcess: [
    {
      body: { process: 'none' },
      status: 404,
      answer: refused('process.not-found', 'This is finished or was never begun.'),
    },
  ],
});

import { expect, it } from 'vitest';
import { accessScope, extensionScope, scopeSid } from './access-scope.js';
import { opensTo } from './api/route.js';
import { routes, routeTable } from './api/routes.js';

/** Written down once more: a route that forgets `opens`, or opens too far, is found here. */
const opened = {
  addElement: ['extension'],
  convertDocument: ['share'],
  convertVideo: ['share'],
  download: ['share'],
  listFolder: ['extension', 'share'],
  listTags: ['extension'],
  measureFolder: ['share'],
  readFile: ['share'],
  readLiveFilm: ['share'],
  searchElements: ['share'],
  showPicture: ['share'],
  userInfo: ['extension'],
  abortParts: ['drop'],
  admitDrops: ['drop'],
  cancelDrops: ['drop'],
  completeParts: ['drop'],
  readDrops: ['drop'],
  sendBytes: ['drop'],
  sendPart: ['drop'],
  startDrop: ['drop'],
  startParts: ['drop'],
};

it('opens these routes to these kinds of scope, and no other route to any', () => {
  const found = routeTable.flatMap(({ name, opens }) => (opens ? [[name, opens]] : []));
  expect(Object.fromEntries(found)).toEqual(opened);
});

it('needs the right that a route names, and the kind that it opens to', () => {
  const share = accessScope.parse({ kind: 'share', rights: ['list'], roots: ['a'], id: 'x', generation: 0 });
  expect(opensTo(routes.listFolder, share)).toBe(true);
  expect(opensTo(routes.download, share)).toBe(false);
  expect(opensTo(routes.userInfo, share)).toBe(false);
  expect(opensTo(routes.userInfo, extensionScope('sid'))).toBe(true);
  expect(opensTo(routes.searchElements, { ...share, kind: 'drop' })).toBe(false);
});

it('ends a generation of a link by its own `sid`, an extension by that of its session', () => {
  const share = { kind: 'share', id: 'x', generation: 2 } as const;
  expect([scopeSid(share), scopeSid({ ...share, generation: 3 })]).toEqual(['share-x-2', 'share-x-3']);
  expect(scopeSid(extensionScope('own-session'))).toBe('own-session');
});

import { casesOf, invalid, refused } from './step.js';
import { folder, inside } from './trash-cases.js';

const noted = { call: 'listMoments', keep: { version: 'version' } } as const;
const renamed = {
  call: 'editElement',
  body: { url: '/Trip/', id: '$map', obj: { linkname: 'Plan', linktag: [] } },
} as const;
const deleted = { call: 'deleteElements', body: { url: '/', arr: ['$trip'] } } as const;
const then = { folder: '$trip', version: '$version' };
const gone = { status: 404, answer: refused('folder.not-found', 'Page Not Found', 'folder') };

export const rewindCases = casesOf({
  listMoments: [
    folder,
    inside,
    renamed,
    deleted,
    {
      answer: {
        docs: [
          { kind: 'deleted', count: 1, names: ['Trip'], date: '<text>' },
          { kind: 'renamed', count: 1, names: ['Map'], to: 'Plan' },
          { kind: 'links', count: 1, names: ['Map'] },
          { kind: 'folders', count: 1, names: ['Trip'] },
        ],
        days: 30,
      },
    },
    { query: { folder: '$trip', limit: '1' }, answer: { docs: [{ kind: 'deleted' }] } },
    { query: { limit: '0' }, ...invalid('limit') },
  ],
  listFormerFolder: [
    folder,
    inside,
    noted,
    renamed,
    deleted,
    {
      query: then,
      answer: {
        docs: [{ _id: '$map', linkname: 'Map', path: '/Trip/', kept: 'trash' }],
        folders: [{ id: '$trip', name: 'Trip' }],
        next: null,
        gone: 0,
      },
    },
    { query: { ...then, folder: 'none' }, ...gone },
    { query: { folder: '$trip' }, ...invalid() },
  ],
  planRewind: [
    folder,
    inside,
    noted,
    deleted,
    { query: then, answer: { plan: { restored: 1, moved: 0, trashed: 0, gone: 0 } } },
    { query: { ...then, folder: 'none' }, ...gone },
    { query: { ...then, version: '1000000' }, ...invalid('version') },
  ],
  rewindFolder: [
    folder,
    inside,
    noted,
    renamed,
    deleted,
    {
      body: { folder: '$trip', version: '$version' },
      answer: { docs: { plan: { restored: 1, renamed: 1 }, process: null } },
      keep: { operation: 'operation' },
    },
    { call: 'listFolder', body: { url: '/Trip/' }, answer: { docs: [{ _id: '$map', linkname: 'Map' }] } },
    { call: 'undo', body: { operation: '$operation' }, answer: { docs: { elements: [], removed: [] } } },
    { call: 'listFolder', body: { url: '/Trip/' }, status: 404, answer: { status: 404 } },
    { body: { folder: 'none', version: '$version' }, ...gone },
    { body: { folder: '$trip' }, ...invalid() },
  ],
});

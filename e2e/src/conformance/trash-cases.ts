import { casesOf, invalid, refused } from './step.js';

const done = { result: { ok: 1 } };
const gone = {
  status: 404,
  answer: refused(
    'trash.not-found',
    'This is not in the trash any more: it was restored, or deleted forever.',
    'ids',
  ),
};

export const folder = {
  call: 'addElement',
  body: { url: '/', obj: { linkname: 'Trip', linktype: 'folder' } },
  keep: { trip: 'docs._id' },
} as const;
export const inside = {
  call: 'addElement',
  body: {
    url: '/Trip/',
    obj: { linkname: 'Map', linktype: 'website', linkurl: 'https://example.com/map' },
  },
  keep: { map: 'docs._id' },
} as const;
const deleted = { call: 'deleteElements', body: { url: '/', arr: ['$trip'] } } as const;

export const trashCases = casesOf({
  listTrash: [
    folder,
    inside,
    deleted,
    {
      answer: {
        docs: [
          {
            _id: '$trip',
            linkname: 'Trip',
            path: '/',
            deleted: '<text>',
            until: '<text>',
            kept: { count: 2 },
          },
        ],
        next: null,
        days: 30,
        folders: [],
      },
    },
    { query: { text: 'TR' }, answer: { docs: [{ _id: '$trip' }] } },
    { query: { text: 'nothing' }, answer: { docs: [] } },
    {
      query: { folder: '$trip' },
      answer: {
        docs: [{ _id: '$map', linkname: 'Map', path: '/Trip/' }],
        folders: [{ id: '$trip', name: 'Trip' }],
      },
    },
    {
      query: { folder: 'none' },
      status: 404,
      answer: { error: { code: 'trash.not-found', field: 'folder' } },
    },
    { query: { limit: 0 }, ...invalid('limit') },
  ],
  restoreTrash: [
    folder,
    inside,
    deleted,
    { body: { ids: ['none'] }, ...gone },
    { body: { ids: ['$map'], to: '$trip' }, status: 404, answer: { error: { code: 'folder.not-found' } } },
    {
      body: { ids: ['$map'], parents: true },
      answer: { docs: { ...done, ops: [{ _id: '$map', path: '/Trip/' }] } },
    },
    { body: { ids: ['$map'] }, ...gone },
  ],
  purgeTrash: [
    folder,
    deleted,
    { body: { ids: ['$trip'] }, answer: { docs: done } },
    { body: { ids: ['$trip'] }, ...gone },
    { call: 'listTrash', answer: { docs: [] } },
    { body: { all: true }, answer: { docs: done } },
    { body: {}, ...invalid() },
  ],
  setTrashDays: [
    { body: { days: 60 }, answer: { docs: { ...done, days: 60 } } },
    { call: 'listTrash', answer: { days: 60 } },
    { body: {}, answer: { docs: { ...done, days: 30 } } },
    { body: { days: 181 }, ...invalid('days') },
  ],
});

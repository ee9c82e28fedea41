import { expect, it } from 'vitest';
import '../../../../../testing/page-globals.js';
import { element, file, link } from '../../../../../testing/element.js';
import { summarise } from './many-details.js';

const image = (name: string, date: string, size: number) =>
  file(name, { linktype: 'image/jpeg', extension: 'jpg', date, size, linktag: ['sea', name] });

it('counts by kind, adds sizes up, and says from when to when', () => {
  const folder = element({ linkname: 'Trip', date: '2024-03-01T00:00:00.000Z', linktag: ['sea'], size: 7 });
  const elements = [
    folder,
    image('a.jpg', '2024-05-01T00:00:00.000Z', 1000),
    image('b.jpg', '2024-02-01T00:00:00.000Z', 500),
  ];
  expect(summarise(elements)).toMatchObject({
    kinds: [
      { label: 'Image', count: 2 },
      { label: 'Folder', count: 1 },
    ],
    folders: [folder],
    bytes: 1500,
    dates: { from: '2024-02-01T00:00:00.000Z', to: '2024-05-01T00:00:00.000Z' },
    tags: ['sea'],
    path: '/',
  });
});

it('has no place for what lies in several folders, and no dates of built-in elements', () => {
  const here = { ...link('One', 'https://example.org/'), default: true };
  const there = { ...link('Two', 'https://example.org/2'), default: true, path: '/Trip/' };
  expect(summarise([here, there])).toMatchObject({ path: null, dates: null, tags: [] });
});

import { expect, it } from 'vitest';
import '../../../testing/page-globals.js';
import { sharedLink } from './share-target.js';

it.each([
  ['?title=Tides&url=https%3A%2F%2Ftides.example%2F', 'https://tides.example/', 'Tides'],
  ['?text=High+water+https%3A%2F%2Ftides.example%2Fa%3Fb%3D1', 'https://tides.example/a?b=1', 'High water'],
  ['?title=Tides&text=https%3A%2F%2Ftides.example', 'https://tides.example', 'Tides'],
  ['?text=High+water', '', 'High water'],
  ['', '', ''],
])('finds the address and the name in %s', (search, url, name) =>
  expect(sharedLink(search)).toEqual({ url, name }),
);

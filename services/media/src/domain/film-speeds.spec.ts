import { expect, it } from 'vitest';
import { FilmSpeeds } from './film-speeds.js';

const film = { codec: 'hevc', width: 1920, height: 1080, frameRate: 25 };
const small = { preset: 'ultrafast', height: 480 } as const;

it('makes a picture as good as this machine has shown that it can keep up with', () => {
  const speeds = new FilmSpeeds(() => 2);
  const first = speeds.choose(film);
  expect(first[0]).toEqual({ preset: 'ultrafast', height: 720 });
  expect(first.at(-1)).toEqual({ preset: 'ultrafast', height: 360 });
  for (let n = 0; n < 10; n += 1) speeds.learn(film, small, 1);
  expect(speeds.choose(film)).toEqual([{ preset: 'ultrafast', height: 360 }]);
  for (let n = 0; n < 10; n += 1) speeds.learn(film, small, 20);
  expect(speeds.choose(film)[0]).toEqual({ preset: 'veryfast', height: 1080 });
  // What another codec takes is not known by it.
  expect(speeds.choose({ ...film, codec: 'prores' })[0]).toEqual({ preset: 'ultrafast', height: 720 });
});

it('begins small on a busy machine', () => {
  expect(new FilmSpeeds(() => 0.3).choose(film)).toEqual([{ preset: 'ultrafast', height: 360 }]);
});

it('never makes a small film larger', () => {
  expect(new FilmSpeeds(() => 2).choose({ ...film, width: 640, height: 360 })).toEqual([
    { preset: 'veryfast', height: 1080 },
    { preset: 'ultrafast', height: 360 },
  ]);
});

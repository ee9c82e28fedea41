import '../../../../testing/page-globals.js';
import { describe, expect, it } from 'vitest';
import { momentsVtt } from './film-player.js';

describe('the moments of a film for its player', () => {
  const [head, ...cues] = momentsVtt('https://shelf.example/scrub.webp', 7_202.4).trim().split('\n\n');

  it('follow each other from the start to the end', () => {
    expect(head).toBe('WEBVTT');
    expect(cues).toHaveLength(24);
    expect(cues[0]).toMatch(/^00:00:00\.000 --> 00:05:00\.100\n/);
    expect(cues[1]).toMatch(/^00:05:00\.100 --> /);
    expect(cues[23]).toMatch(/^01:55:02\.300 --> 02:00:02\.400\n/);
  });

  it('name their cell of the sprite, row by row', () => {
    expect(cues[0]).toMatch(/\nhttps:\/\/shelf\.example\/scrub\.webp#xywh=0,0,240,150$/);
    expect(cues[5]).toMatch(/#xywh=1200,0,240,150$/);
    expect(cues[6]).toMatch(/#xywh=0,150,240,150$/);
  });
});

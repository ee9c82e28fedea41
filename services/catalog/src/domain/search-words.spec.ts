import { describe, expect, it } from 'vitest';
import { searchWords, tagWord, wordsOf } from './search-words.js';

describe('an element is found by', () => {
  it('the words of its name, whatever their case and accents', () =>
    expect(wordsOf('Été à Łódź_2024-Straße.JPG', [])).toEqual([
      'ete',
      'a',
      'lodz',
      '2024',
      'strasse',
      'jpg',
    ]));
  it('its tags as a whole, and their words', () =>
    expect(wordsOf('x', ['Summer Trip', 'Café'])).toEqual([
      '#summer trip',
      '#café',
      'x',
      'summer',
      'trip',
      'cafe',
    ]));
  it('each letter on, where words are written without spaces', () =>
    expect(wordsOf('東京 tower2', [])).toEqual(['東京', '京', 'tower2']));
  it('each word once, and by no more than an index should hold', () => {
    expect(wordsOf('go go GO', ['go'])).toEqual(['#go', 'go']);
    expect(wordsOf(Array.from({ length: 120 }, (_, index) => `w${index}`).join(' '), [])).toHaveLength(64);
    expect(wordsOf('x'.repeat(255), [])).toEqual(['x'.repeat(32)]);
  });
  it('nothing but its tags, when its name is of signs alone', () =>
    expect(wordsOf('— !', ['#'])).toEqual(['##']));
});

it('what is typed becomes the beginnings of words, so that each finds what it begins', () => {
  expect(searchWords('  ÉTÉ, lod ete')).toEqual(['ete', 'lod']);
  expect(searchWords('京')).toEqual(['京']);
  expect(searchWords('y'.repeat(100))).toEqual(['y'.repeat(32)]);
  expect(searchWords('#?!')).toEqual([]);
});

it('tags that differ in case are one, those that differ in accents are two', () => {
  expect(tagWord('CAFÉ')).toBe(tagWord('café'));
  expect(tagWord('cafe')).not.toBe(tagWord('café'));
});

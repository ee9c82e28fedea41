import { describe, expect, it } from 'vitest';
import { mergeLayout, type StackLayout } from './stack-note.js';

const noted: StackLayout = { mongod: 3, kafka: 1, s3: 'minio', otlp: false, proxied: true };

describe('what a stack is made of', () => {
  it('is one server of each kind that every process needs, when nothing is said', () => {
    expect(mergeLayout({ folder: '/s' }, undefined)).toEqual({
      mongod: 1,
      kafka: 1,
      s3: 'versitygw',
      otlp: false,
      proxied: false,
    });
  });

  it('is what the folder holds already, when nothing is said', () => {
    expect(mergeLayout({ folder: '/s' }, noted)).toEqual(noted);
  });

  it('grows by what the folder does not hold yet', () => {
    expect(mergeLayout({ folder: '/s', otlp: true }, noted)).toEqual({ ...noted, otlp: true });
    const withoutKafka = { ...noted, kafka: 0 } as const;
    expect(mergeLayout({ folder: '/s', kafka: 3 }, withoutKafka)).toEqual({ ...noted, kafka: 3 });
  });

  it.each([
    [
      { mongod: 1 } as const,
      'The stack in /s has mongod 3; for mongod 1 wipe it first, or take another folder.',
    ],
    [
      { kafka: 3 } as const,
      'The stack in /s has kafka 1; for kafka 3 wipe it first, or take another folder.',
    ],
    [
      { s3: 'versitygw' } as const,
      'The stack in /s has s3 minio; for s3 versitygw wipe it first, or take another folder.',
    ],
    [
      { proxied: false },
      'The stack in /s has proxies before its servers; wipe it first, or take another folder.',
    ],
  ])('does not turn into another kind: %o', (asked, message) => {
    expect(() => mergeLayout({ folder: '/s', ...asked }, noted)).toThrow(message);
  });
});

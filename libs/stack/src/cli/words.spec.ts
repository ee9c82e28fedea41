import { describe, expect, it } from 'vitest';
import { parseCommandLine, UsageError } from './words.js';

describe('the command line of the stack', () => {
  it('leaves open what is not said, so that the folder decides', () => {
    expect(parseCommandLine(['up', '--folder', 'f'])).toMatchObject({
      command: 'up',
      options: {
        folder: 'f',
        mongod: undefined,
        kafka: undefined,
        s3: undefined,
        otlp: undefined,
        proxied: undefined,
      },
    });
  });

  it('takes members, brokers, store, collector and proxies', () => {
    const words = 'up --mongod 3 --kafka 0 --s3 none --otlp --proxied'.split(' ');
    expect(parseCommandLine(words)).toMatchObject({
      options: { mongod: 3, kafka: 0, s3: null, otlp: true, proxied: true },
    });
  });

  it('takes the names of several servers', () => {
    expect(parseCommandLine(['kill', 'kafka-1', 's3'])).toMatchObject({ names: ['kafka-1', 's3'] });
  });

  it('explains itself', () => {
    expect(parseCommandLine(['--help'])).toBe('help');
    expect(parseCommandLine(['up', '-h'])).toBe('help');
  });

  it.each([
    [[], 'Which command?'],
    [['up', '--mongod', '2'], '--mongod is 0, 1 or 3, not 2'],
    [['up', '--kafka', 'many'], '--kafka is 0, 1 or 3, not many'],
    [['up', '--s3', 'ceph'], '--s3 is versitygw, minio or none, not ceph'],
    [['logs', 's3', '--lines', '-1'], '--lines'],
    [['up', '--frob'], "Unknown option '--frob'"],
  ])('refuses %j', (words, message) => {
    expect(() => parseCommandLine(words)).toThrow(UsageError);
    expect(() => parseCommandLine(words)).toThrow(message);
  });
});

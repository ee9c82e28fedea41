import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../commands/all-commands.js';
import { readWords } from './read-words.js';

const read = (line: string) => {
  const given = readWords(allCommands, line.split(' ').filter(Boolean));
  return given.kind === 'run'
    ? { name: given.command.name, input: given.input, json: given.json }
    : { ...given, command: given.command?.name ?? null };
};

describe('the words of the command line', () => {
  it('name a command, what it is about, and its options in any place', () => {
    expect(read('fsck')).toEqual({ name: 'fsck', input: {}, json: false });
    expect(read('fsck --storage --drive d1 --json')).toEqual({
      name: 'fsck',
      input: { storage: true, drive: 'd1' },
      json: true,
    });
    expect(read('parked drop storage d1 --yes')).toEqual({
      name: 'parked drop',
      input: { consumer: 'storage', drive: 'd1', yes: true },
      json: false,
    });
    expect(read('rebuild --after=catalog/d1')).toMatchObject({ input: { after: 'catalog/d1' } });
  });

  it('may name a file from where one stands', () => {
    expect(read('import --from ann.tar')).toMatchObject({ input: { from: resolve('ann.tar') } });
    expect(read('export --user ann --to /b/ann.tar')).toMatchObject({
      input: { user: 'ann', to: '/b/ann.tar' },
    });
  });

  it('tell one command from another that begins the same', () => {
    expect(read('jobs')).toMatchObject({ name: 'jobs', input: {} });
    expect(read('jobs media')).toMatchObject({ name: 'jobs', input: { service: 'media' } });
    expect(read('jobs retry media thumbnail.e.b')).toMatchObject({
      name: 'jobs retry',
      input: { service: 'media', job: 'thumbnail.e.b' },
    });
  });

  it('ask for help about all commands, or one', () => {
    for (const line of ['', 'help', '--help', '-h'])
      expect(read(line)).toEqual({ kind: 'help', command: null });
    for (const line of ['help parked show', 'parked show --help', 'parked show -h'])
      expect(read(line)).toEqual({ kind: 'help', command: 'parked show' });
  });

  it.each([
    ['fly', null, 'There is no command fly'],
    ['parked', null, 'There is no command parked'],
    ['help fly', null, 'There is no command fly'],
    ['resync', 'resync', 'CONSUMER is missing'],
    ['parked show', 'parked show', 'CONSUMER and DRIVE is missing'],
    ['jobs retry thumbnail.e.b', 'jobs retry', 'JOB is missing'],
    ['jobs media now', 'jobs', 'What is meant by now?'],
    ['stats now', 'stats', 'What is meant by now?'],
    ['fsck --fast', 'fsck', "Unknown option '--fast'"],
    ['fsck --drive', 'fsck', "Option '--drive <value>' argument missing"],
  ])('are refused where they make no sense: %s', (line, command, why) => {
    expect(read(line)).toEqual({ kind: 'unclear', command, why: expect.stringContaining(why) as string });
  });
});

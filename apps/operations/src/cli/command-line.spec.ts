import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../commands/all-commands.js';
import { commandHelp, commandLine, parseArguments, usage } from './command-line.js';

const read = (line: string) => {
  const given = parseArguments(allCommands, line.split(' ').filter(Boolean));
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

describe('the help', () => {
  it('shows every command with what it takes', () => {
    expect(allCommands.map(commandLine)).toEqual([
      'fsck [--drive ID] [--repair] [--storage]',
      'rebuild [--drive ID] [--after SERVICE/ID]',
      'resync CONSUMER',
      'restored [--service NAME]',
      'parked list',
      'parked show CONSUMER DRIVE',
      'parked retry CONSUMER DRIVE',
      'parked drop CONSUMER DRIVE [--yes]',
      'jobs [SERVICE] [--failures N]',
      'jobs retry SERVICE JOB',
      'jobs drop SERVICE JOB',
      'plans',
      'plans set NAME [--description TEXT] [--price N] [--currency CODE] [--symbol TEXT] [--quota BYTES] [--button ID] [--item TEXT] [--badge TEXT]',
      'payments [--limit N] [--drive ID] [--outcome WORD]',
      'mails [--limit N] [--state WORD]',
      'deletions [--limit N]',
      'audit [--limit N]',
      'shares [--limit N]',
      'shares end ADDRESS',
      'rewind [--user NAME] [--to MOMENT] [--folder FOLDER] [--dry-run]',
      'stats',
      'smoke [--url ADDRESS] [--user NAME] [--patience SECONDS] [--thumbnail SECONDS]',
      'token [--user NAME]',
      'export [--user NAME] [--to FILE]',
      'import [--from FILE]',
      'prepare [--check]',
    ]);
    const text = usage(allCommands);
    for (const command of allCommands) expect(text).toContain(`${commandLine(command)} `);
    expect(text).toContain('SKYSHELF_DATA');
    expect(text).toContain('SKYSHELF_PEERS');
    expect(text).toContain(
      'Ends with 0 when all is well, 1 when something is not, 2 when it could not be done',
    );
  });

  it('says of one command what it does and what its options are', () => {
    const drop = allCommands.find(({ name }) => name === 'parked drop')!;
    expect(commandHelp(drop)).toBe(`Usage: npm run skyshelf -- parked drop CONSUMER DRIVE [--yes]

parked drop: passes it without its effect, for good, and goes on behind it. The service will never
act on this event: look at it first (parked show), and check the drive afterwards (fsck --drive).

  --yes   says that you mean it
  --json  prints the whole answer as JSON
  --help  says what a command does
`);
  });
});

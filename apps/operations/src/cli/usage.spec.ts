import { describe, expect, it } from 'vitest';
import { allCommands } from '../commands/all-commands.js';
import { commandHelp, commandLine, usage } from './usage.js';

describe('the help', () => {
  it('shows every command with what it takes', () => {
    expect(allCommands.map(commandLine)).toEqual([
      'fsck [--drive ID] [--repair] [--storage]',
      'rebuild [--drive ID] [--after SERVICE/ID]',
      'resync CONSUMER',
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

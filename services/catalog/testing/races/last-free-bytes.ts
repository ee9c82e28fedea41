import { aFile, aFolder, aQuota } from '../facts.js';
import { admit, pasteInto, startLarge } from './calls.js';
import type { Contest, Pair, Round, Said } from './contest.js';

const ok: Said = [200];

/** One of both has room. */
export const lastFreeBytes: Pair = {
  title: 'two uploads for the last free bytes',
  contest(round) {
    const contests = [admittedSmall, startedLarge, copied];
    return (contests[round.number % contests.length] ?? admittedSmall)(round);
  },
};

const noRoom = (name: string): Said => [200, `space.exceeded: Not enough disk space for: ${name}`];

/** Small files: whose bytes are admitted. */
function admittedSmall(round: Round): Contest {
  const events = ['catalog.files.uploaded', 'catalog.upload.refused'] as const;
  const left = { used: 1000, reserved: 0 };
  return {
    facts: [aQuota(1999)],
    calls: [admit(round, 'root', 'a.png', 1000), admit(round, 'root', 'b.png', 1000)],
    outcomes: [
      { said: [ok, noRoom('b.png')], events, paths: ['/a.png'], ...left },
      { said: [noRoom('a.png'), ok], events, paths: ['/b.png'], ...left },
    ],
  };
}

/** Large ones: for whom room is kept. */
function startedLarge(): Contest {
  const size = 9_000_000;
  const left = { events: [], paths: ['/a.png'], used: 1000, reserved: size };
  return {
    facts: [aQuota(2 * size), aFile('a.png')],
    calls: [startLarge('/', 'one.mp4', size), startLarge('/', 'two.mp4', size)],
    outcomes: [
      { said: [ok, noRoom('two.mp4')], ...left },
      { said: [noRoom('one.mp4'), ok], ...left },
    ],
  };
}

/** Copies need room like uploads. */
function copied(): Contest {
  const refused: Said = [507, 'space.exceeded: Not enough disk space.'];
  const left = { events: ['catalog.elements.copied'] as const, used: 2000, reserved: 0 };
  return {
    facts: [aQuota(2999), aFolder('one'), aFolder('two'), aFile('a.png')],
    calls: [pasteInto({ url: '/one/' }, 'copy', 'a-png'), pasteInto({ url: '/two/' }, 'copy', 'a-png')],
    outcomes: [
      { said: [ok, refused], ...left, paths: ['/a.png', '/one/', '/one/a.png', '/two/'] },
      { said: [refused, ok], ...left, paths: ['/a.png', '/one/', '/two/', '/two/a.png'] },
    ],
  };
}

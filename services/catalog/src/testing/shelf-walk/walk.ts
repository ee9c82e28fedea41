import type { OpId } from '@skyshelf/contracts';
import { setQuota } from '../../application/commands/set-quota.js';
import { chanceOf, type Chance } from '../model/chance.js';
import { Client, type Bent } from '../model/client.js';
import type { Command, Outcome } from '../model/commands.js';
import { foresee } from '../model/model.js';
import { names } from '../model/samples.js';
import { emptyShelf, type Shelf } from '../model/shelf.js';
import { countStep, type Tally } from '../model/tally.js';
import { compare } from './compare.js';
import type { Door } from './doors.js';
import { Hands } from './hands.js';

export interface Walk {
  seed: number;
  steps: number;
  bent: Bent;
  /** Steps between two looks at everything. */
  batch: number;
  /** Large commands go on by themselves. */
  byItself: boolean;
}

const quotas: Record<Bent, number> = { mixed: 1e12, deep: 1e12, large: 1e12, tight: 25_000_000 };

/** Two clients at one drive; whatever comes out differently from the plain shelf is thrown, with the seed. */
export async function walk(door: Door, plan: Walk, tally: Tally): Promise<void> {
  const quota = quotas[plan.bent];
  await setQuota(door.catalog, door.account.drive, `quota:${plan.seed}` as OpId, quota);
  const shelf = emptyShelf(quota);
  const chance = chanceOf(plan.seed);
  const clients = ['a', 'b'].map((name) => new Client(name, chance, plan.bent));
  const hands = new Hands(door, shelf);
  const past: string[] = [];
  const given = openingOf(plan.bent, chance);
  for (let step = 0; step < plan.steps; step += 1) {
    const turn = step % 2;
    const command = given.shift() ?? clients[turn]?.next(shelf);
    if (!command) throw new Error('nobody is there');
    past.push(`${step} ${JSON.stringify(command).slice(0, 300)}`);
    try {
      await oneStep(hands, shelf, turn, command, tally);
      if (plan.byItself && shelf.long) await hands.settle();
      if (step % plan.batch === plan.batch - 1) await compare(door, shelf);
    } catch (error) {
      const last = past.slice(-12).join('\n');
      throw new Error(`seed ${plan.seed} (${plan.bent}) at step ${step}\n${last}`, { cause: error });
    }
  }
  await hands.settle();
  await compare(door, shelf);
}

async function oneStep(
  hands: Hands,
  shelf: Shelf,
  turn: number,
  command: Command,
  tally: Tally,
): Promise<void> {
  if ((command.do === 'again' || command.do === 'reuse') && !hands.canRepeat) return;
  const expected = foresee(shelf, command);
  const found = await hands.give(turn, command);
  countStep(tally, command, found);
  if (textOf(found) !== textOf(expected))
    throw new Error(`expected ${textOf(expected)}, found ${textOf(found)}`);
}

const textOf = ({ code, warnings, count }: Outcome): string => JSON.stringify({ code, warnings, count });

/** A chain of folders down to where it ends, for those who go deep. */
function openingOf(bent: Bent, chance: Chance): Command[] {
  if (bent !== 'deep') return [];
  const name = chance.of(names.filter(({ kept, typed }) => kept === typed && typed.length === 1));
  return Array.from({ length: 128 }, (_, depth) => ({
    do: 'folder' as const,
    where: { path: `/${`${name.typed}/`.repeat(depth)}` },
    name,
    tags: [],
  }));
}

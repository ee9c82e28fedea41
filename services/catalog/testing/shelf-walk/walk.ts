import type { OpId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { setQuota } from '#src/application/commands/follow-billing.js';
import { chanceOf, type Chance } from '../model/chance.js';
import { Client, type Bent } from '../model/client.js';
import type { Command } from '../model/commands.js';
import { foresee } from '../model/model.js';
import { outcomeText, type Pair } from '../model/orders.js';
import { fold, links, names, type NameSample } from '../model/samples.js';
import { emptyShelf, type Shelf } from '../model/shelf.js';
import { countStep, type Tally } from '../model/tally.js';
import { labelOf } from '../model/uploads.js';
import { compare } from './compare.js';
import { waitLimits, type Door } from './doors.js';
import { Hands } from './hands.js';
import { giveAtOnce, type Winner } from './pairs.js';

export interface Walk {
  seed: number;
  steps: number;
  bent: Bent;
  /** Steps between two looks at everything. */
  batch: number;
  /** Large commands go on by themselves. */
  byItself: boolean;
  /** The percentage of turns in which both clients send a command at the same time. */
  percentAtOnce: number;
  /** The order of pairs in an earlier walk: these pairs are sent one after the other in that order. */
  winners: string;
  hasTrash: boolean;
}

const quotas: Record<Bent, number> = { mixed: 1e12, deep: 1e12, large: 1e12, tight: 25_000_000 };

/**
 * Two clients at one drive; whatever comes out differently from the plain shelf is thrown, with the seed and
 * the winners that repeat the walk.
 * @returns who was first each time when two commands were given at once
 */
export async function walk(door: Door, plan: Walk, tally: Tally): Promise<string> {
  const quota = quotas[plan.bent];
  const opId = `quota:${plan.seed}` as OpId;
  await eventually(() => setQuota(door.catalog, door.account.drive, opId, quota), waitLimits);
  const walker = new Walker(door, plan, emptyShelf(quota, plan.hasTrash), tally);
  for (let turn = 0, seen = 0; walker.steps < plan.steps; turn += 1) {
    try {
      await walker.turn(turn);
      const batches = Math.floor(walker.steps / plan.batch);
      if (batches > seen) await walker.look();
      seen = batches;
    } catch (error) {
      const at = `seed ${plan.seed} (${plan.bent}) at step ${walker.steps}, winners ${walker.winners}`;
      throw new Error(`${at}\n${walker.past.slice(-12).join('\n')}`, { cause: error });
    }
  }
  await walker.hands.settle();
  await walker.look();
  return walker.winners;
}

class Walker {
  steps = 0;
  winners = '';
  readonly past: string[] = [];
  readonly hands: Hands;
  private readonly chance: Chance;
  private readonly clients: [Client, Client];
  private readonly opening: Opening;

  constructor(
    readonly door: Door,
    private readonly plan: Walk,
    readonly shelf: Shelf,
    private readonly tally: Tally,
  ) {
    this.chance = chanceOf(plan.seed);
    this.clients = [new Client('a', this.chance, plan.bent), new Client('b', this.chance, plan.bent)];
    this.hands = new Hands(door, shelf);
    this.opening = openingOf(plan.bent, this.chance);
  }

  look(): Promise<void> {
    return compare(this.door, this.shelf);
  }

  async turn(number: number): Promise<void> {
    const asking = number % 2 === 0 ? 0 : 1;
    const isOpening = this.opening.length > 0;
    const command = this.opening.shift()?.(this.shelf) ?? this.clients[asking].next(this.shelf);
    if (isOpening || !this.chance.percent(this.plan.percentAtOnce)) return this.one(asking, command);
    const other = this.clients[1 - asking === 0 ? 0 : 1].alongside(command, this.shelf);
    await this.both([command, other]);
  }

  private async one(client: number, command: Command): Promise<void> {
    if (this.isIdle(command)) return;
    this.past.push(`${(this.steps += 1)} ${textOf(command)}`);
    this.door.tick?.();
    const expected = foresee(this.shelf, command);
    const found = await this.hands.give(client, command);
    countStep(this.tally, command, found);
    if (outcomeText(found) !== outcomeText(expected))
      throw new Error(`expected ${outcomeText(expected)}, found ${outcomeText(found)}`);
    if (this.plan.byItself && this.shelf.long) await this.hands.settle();
  }

  private async both(pair: Pair): Promise<void> {
    if (pair.some((command) => this.isIdle(command))) return;
    const sentFirst = this.chance.percent(50) ? 0 : 1;
    const before = this.plan.winners[this.winners.length];
    const given = before === undefined ? await this.atOnce(pair, sentFirst) : null;
    const winner = given ?? before ?? '-';
    const order = winner === 'b' ? ([1, 0] as const) : ([0, 1] as const);
    if (given === null) for (const index of order) await this.one(index, pair[index]);
    this.winners += winner;
  }

  private async atOnce(pair: Pair, sentFirst: 0 | 1): Promise<Winner | null> {
    this.past.push(`at once ${pair.map(textOf).join('\n    and ')}`);
    const given = await giveAtOnce(this, pair, sentFirst);
    if (!given) return null;
    this.steps += 2;
    countStep(this.tally, pair[0], given.outcomes[0]);
    countStep(this.tally, pair[1], given.outcomes[1]);
    this.past.push(`${this.steps} ${given.winner} first`);
    return given.winner;
  }

  private isIdle({ do: what }: Command): boolean {
    return (what === 'again' || what === 'reuse') && !this.hands.canRepeat;
  }
}

const textOf = (command: Command): string => JSON.stringify(command).slice(0, 300);

type Opening = ((shelf: Shelf) => Command)[];

/** Commands whose outcomes chance brings about in long walks only. */
function openingOf(bent: Bent, chance: Chance): Opening {
  if (bent === 'deep') return chainOfFolders(chance);
  return bent === 'mixed' ? [...historyOfFile(), ...refusedLinks(), ...refusedNames()] : [];
}

const where = { ref: 'root' };

const refusedLinks = (): Opening =>
  links
    .filter(({ refused }) => refused !== undefined)
    .map((link, index) => () => ({ do: 'link', where, name: named(`link ${index}`), link, tags: [] }));

const refusedNames = (): Opening =>
  names
    .filter(({ refused }) => refused !== undefined)
    .map((name) => () => ({ do: 'folder', where, name, tags: [] }));

const named = (typed: string): NameSample => ({ typed, kept: typed, file: typed });

function chainOfFolders(chance: Chance): Opening {
  const name = chance.of(names.filter(({ kept, typed }) => kept === typed && typed.length === 1));
  return Array.from({ length: 129 }, (_, depth) => (shelf: Shelf) => {
    const path = `/${`${name.typed}/`.repeat(depth)}`;
    const known = [...shelf.refs].find(([, entry]) => entry.path === fold(path));
    return { do: 'folder', where: known ? { ref: known[0] } : { path }, name, tags: [] };
  });
}

function historyOfFile(): Opening {
  const saved = (label: string): Opening => [
    () => ({ do: 'start', where, label, files: [{ ...image, size: 5000 }], replaces: true }),
    () => ({ do: 'admit', label: labelOf(label, 0), forged: false }),
  ];
  const ofVersion = (command: (ref: string, blob: string) => Command) => (shelf: Shelf) => {
    const [ref, entry] = [...shelf.refs].find(([, { path }]) => path === '/x.png') ?? [];
    return command(ref ?? 'nobody', entry?.versions[0]?.blob ?? 'nothing');
  };
  return [
    ...saved('first'),
    () => ({ do: 'admit', label: labelOf('first', 0), forged: true }),
    ...saved('second'),
    ofVersion((ref, blob) => ({ do: 'keep-version', ref, blob, label: 'kept' })),
    ofVersion((ref, blob) => ({ do: 'restore-version', ref, blob })),
    ofVersion((ref) => ({ do: 'restore-version', ref, blob: 'nothing' })),
    ofVersion((ref) => ({ do: 'drop-versions', ref })),
  ];
}

const image = { typed: 'x.png', name: 'x.png', type: 'image/png', kind: 'image/png' };

import { DomainError, limits, type ElementId, type OpId } from '@skyshelf/contracts';
import type { Decision } from '../../domain/decision.js';
import {
  decideMoveElements,
  type MoveSlice,
  type Pasted,
  type PasteSlice,
} from '../../domain/paste-elements.js';
import type { AnsweredElements } from '../element-view.js';
import type { Account, Catalog } from '../catalog.js';
import { runFor } from '../run-for.js';
import { measureLevels, isStillValid, type MeasuredLevels } from '../processes/depth-counter.js';
import { levelsBelow, payloadOf, readPaste, type PasteRequest } from '../slices/read-selection.js';
import type { Reader } from '../slices/read-folder.js';

const foldersInTransaction = 1500;
const tries = 5;

/** The selection has too many folders to count their levels in a transaction. */
class LevelsNotMeasured extends Error {}

/** One changed row each. */
export async function moveElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  input: PasteRequest,
  answered: AnsweredElements,
  intention: MoveIntention = { name: 'move-elements', payload: payloadOf(input), decide: decideMoveElements },
): Promise<Pasted> {
  const move = new Move(catalog, account, input, answered, intention);
  for (let tried = 1; ; tried += 1) {
    try {
      const moved = await move.attempt(opId);
      if (move.hasCounted) catalog.depths.wake(account.drive);
      return moved;
    } catch (error) {
      if (!(error instanceof LevelsNotMeasured)) throw error;
      if (tried === tries) throw new DomainError('drive.busy');
      await move.measure();
    }
  }
}

interface MoveIntention {
  name: string;
  payload: unknown;
  decide(slice: MoveSlice): Decision<Pasted>;
}

class Move {
  private deeper: PasteSlice['selection']['roots'] = [];
  private measured: MeasuredLevels | null = null;
  hasCounted = false;

  constructor(
    private readonly catalog: Catalog,
    private readonly account: Account,
    private readonly input: PasteRequest,
    private readonly answered: AnsweredElements,
    private readonly intention: MoveIntention,
  ) {}

  attempt(opId: OpId): Promise<Pasted> {
    return runFor(this.catalog, this.account, opId, {
      ...this.intention,
      read: (reader) => this.read(reader),
      decide: (slice, context) => {
        const { selection, target } = slice;
        const decision = this.intention.decide(slice);
        return this.answered.keep(decision, selection.roots, context, () => target.path);
      },
    });
  }

  async measure(): Promise<void> {
    const ids = this.deeper.map(({ id }) => id);
    this.measured = await measureLevels(this.catalog, this.account.drive, ids);
  }

  private async read(reader: Reader): Promise<MoveSlice> {
    const slice = await readPaste(reader, this.input, this.catalog.clock.now());
    return { ...slice, deepest: await this.deepestOf(reader, slice) };
  }

  /**
   * The drive's deepest folder plus the added levels usually suffices as a bound; else folders are counted.
   */
  private async deepestOf(reader: Reader, { selection, target }: PasteSlice): Promise<number> {
    this.hasCounted = false;
    if (!target.chain) return 0;
    const depth = target.chain.length + 1;
    const downBy = (id: ElementId) => depth - (selection.depths.get(id) ?? 0);
    const deeper = selection.roots.filter(({ id, class: kind }) => kind === 'folder' && downBy(id) > 0);
    if (deeper.length === 0) return 0;
    const { depth: deepest = limits.maxDepth } = reader.state().bounds;
    const atMost = deepest + Math.max(...deeper.map(({ id }) => downBy(id)));
    if (atMost + 1 <= limits.maxDepth) return atMost;
    this.hasCounted = true;
    return this.countedDepth(reader, deeper, target.chain.length);
  }

  private async countedDepth(
    reader: Reader,
    deeper: PasteSlice['selection']['roots'],
    above: number,
  ): Promise<number> {
    const depth = above + 1;
    const isSame =
      deeper.length === this.deeper.length && deeper.every(({ id }, at) => id === this.deeper[at]?.id);
    this.deeper = deeper;
    const { version } = reader.state();
    if (
      isSame &&
      this.measured &&
      (await isStillValid(this.catalog, this.account.drive, this.measured, version))
    )
      return depth + this.measured.levels;
    const levels = await levelsBelow(reader, deeper, {
      most: limits.maxDepth - above,
      room: foldersInTransaction,
    });
    if (levels === null) throw new LevelsNotMeasured();
    return depth + levels;
  }
}

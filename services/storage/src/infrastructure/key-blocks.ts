import type { BlobId } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Clock, IdSource } from '@skyshelf/tokens';
import type { ReservedKeys } from '../application/blobs.js';
import type { StorageCollections } from './collections.js';

const KEYS = 256;

/** Few, since what is uploaded after a backup has its keys in blocks of the backup. */
const GIVEN_OUT_MS = 60_000;
/** Times an upload's: until then records that a restore lost can be made again. */
const KEPT = 24;

interface Block {
  id: BlobId;
  begun: number;
  free: BlobId[];
  used: number;
}

/** Recorded many at a time; a block goes when all its keys are settled, else when it expires. */
export class KeyBlocks implements ReservedKeys {
  private current: Promise<Block> | null = null;
  private readonly blocks = new Map<BlobId, Block>();

  constructor(
    private readonly reserved: StorageCollections['reserved'],
    private readonly objects: Pick<ObjectStore, 'keysTogether'>,
    private readonly ids: IdSource,
    private readonly clock: Clock,
    /** Of an upload; a blob recorded later is taken back. */
    private readonly pendingMs: number,
  ) {}

  async take(): Promise<BlobId> {
    for (;;) {
      const current = (this.current ??= this.reserve());
      const block = await current;
      const key = this.isOlder(block, GIVEN_OUT_MS) ? undefined : block.free.pop();
      if (key !== undefined) {
        block.used += 1;
        this.blocks.set(key, block);
        return key;
      }
      if (this.current !== current) continue;
      this.current = null;
      block.free = [];
      this.endUnused(block);
    }
  }

  isLate(key: BlobId): boolean {
    const block = this.blocks.get(key);
    return !block || this.isOlder(block, this.pendingMs);
  }

  settle(key: BlobId): void {
    const block = this.blocks.get(key);
    if (!block) return;
    this.blocks.delete(key);
    block.used -= 1;
    this.endUnused(block);
  }

  private async reserve(): Promise<Block> {
    try {
      for (const [key, block] of this.blocks)
        if (this.isOlder(block, this.pendingMs)) this.blocks.delete(key);
      const begun = this.clock.now().getTime();
      const id = this.ids.next() as BlobId;
      const made = Array.from({ length: KEYS }, () => this.ids.next());
      const keys = (this.objects.keysTogether?.(made) ?? made) as BlobId[];
      await this.reserved.insertOne({ _id: id, keys, expires: new Date(begun + this.pendingMs * KEPT) });
      return { id, begun, free: [...keys], used: 0 };
    } catch (error) {
      this.current = null;
      throw error;
    }
  }

  private isOlder({ begun }: Block, ms: number): boolean {
    return this.clock.now().getTime() - begun >= ms;
  }

  private endUnused({ id, free, used }: Block): void {
    if (free.length > 0 || used > 0) return;
    this.reserved.deleteOne({ _id: id }).catch(() => {}); // else the sweeper does
  }
}

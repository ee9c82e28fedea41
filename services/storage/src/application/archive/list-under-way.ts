import type { PageLayout } from '../../domain/archive/archive-layout.js';
import type { KeptArchive } from './kept-archives.js';
import type { Listing } from './listing.js';

/** The archive can be sent page by page, without a length. */
export class ListUnderWay {
  private readonly ended = Promise.withResolvers<KeptArchive>();
  private hasBegun = false;
  private isSettled = false;

  constructor(
    private readonly listing: Pick<Listing, 'page' | 'whenPaged' | 'mayTurnOutTooLarge'>,
    private readonly named: { id: string; name: string },
  ) {
    this.ended.promise.catch(() => {}); // Perhaps no one sends it.
  }

  get id(): string {
    return this.named.id;
  }

  get name(): string {
    return this.named.name;
  }

  /** The hash, or what the archive has begun under when no one could know the hash. */
  settleTag(hash: string): string {
    this.isSettled = true;
    return this.hasBegun ? this.id : hash;
  }

  /** Not where a refusal may still come. @param atMost entries */
  beginWith(begin: (list: ListUnderWay) => void, atMost: number | undefined): void {
    void this.listing.whenPaged.then(() => {
      if (this.isSettled || this.listing.mayTurnOutTooLarge(atMost)) return;
      this.hasBegun = true;
      begin(this);
    });
  }

  /** As soon as it is kept; null: there is none. */
  page(index: number): Promise<PageLayout | null> {
    return this.listing.page(index);
  }

  /** @throws what kept it from being made */
  whole(): Promise<KeptArchive> {
    return this.ended.promise;
  }

  end(kept: KeptArchive): KeptArchive {
    this.ended.resolve(kept);
    return kept;
  }

  fail(error: unknown): void {
    this.ended.reject(error);
  }
}

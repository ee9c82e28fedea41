import { DomainError } from '@skyshelf/contracts';

/** Limits concurrent work for each owner. */
export class Turns {
  private readonly taken = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @returns releases it, repeatably. @throws DomainError `rate.limited` */
  take(owner: string): () => void {
    const before = this.taken.get(owner) ?? 0;
    if (before >= this.most) throw new DomainError('rate.limited');
    this.taken.set(owner, before + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.taken.get(owner) ?? 1) - 1;
      if (left > 0) this.taken.set(owner, left);
      else this.taken.delete(owner);
    };
  }
}

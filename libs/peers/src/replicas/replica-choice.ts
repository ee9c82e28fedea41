import { backoffMs, type Backoff } from '@skyshelf/contracts';

const setAsidePause: Backoff = { firstMs: 250, maxMs: 5_000 };

interface Standing {
  readonly address: string;
  readonly hash: number;
  failures: number;
  asideUntil: number;
}

/**
 * With a key always the same healthy replica (rendezvous hashing, Thaler and Ravishankar 1998: a lost replica
 * moves only its own keys); without one in turns. A failed one is set aside, yet asked when all others fail.
 */
export class ReplicaChoice {
  private standings: readonly Standing[] = [];
  private turn = 0;

  constructor(
    addresses: readonly string[],
    private readonly monotonic: () => number = () => performance.now(),
  ) {
    this.replace(addresses);
  }

  replace(addresses: readonly string[]): void {
    this.standings = addresses.map(
      (address) =>
        this.find(address) ?? { address, hash: hashOf(address), failures: 0, asideUntil: -Infinity },
    );
  }

  /** Order: best first. */
  order(key?: string): string[] {
    const ranked = key === undefined ? this.inTurn() : this.byWeight(hashOf(key));
    const now = this.monotonic();
    if (ranked.every(({ asideUntil }) => asideUntil <= now)) return ranked.map(({ address }) => address);
    const well = ranked.filter(({ asideUntil }) => asideUntil <= now);
    const aside = ranked.filter(({ asideUntil }) => asideUntil > now);
    aside.sort((a, b) => a.failures - b.failures || a.asideUntil - b.asideUntil);
    return [...well, ...aside].map(({ address }) => address);
  }

  answered(address: string): void {
    const standing = this.find(address);
    if (!standing || standing.failures === 0) return;
    standing.failures = 0;
    standing.asideUntil = -Infinity;
  }

  welcome(address: string): void {
    const standing = this.find(address);
    if (!standing) return;
    standing.failures = 0;
    standing.asideUntil = -Infinity;
  }

  failed(address: string): void {
    const standing = this.find(address);
    if (!standing) return;
    standing.failures += 1;
    this.setAside(address, backoffMs(setAsidePause, standing.failures));
  }

  /** The replica is about to stop, or not ready. */
  setAside(address: string, ms: number): void {
    const standing = this.find(address);
    if (standing) standing.asideUntil = this.monotonic() + ms;
  }

  private find(address: string): Standing | undefined {
    return this.standings.find((each) => each.address === address);
  }

  private inTurn(): Standing[] {
    const { standings } = this;
    if (standings.length < 2) return [...standings];
    this.turn = (this.turn + 1) % standings.length;
    return [...standings.slice(this.turn), ...standings.slice(0, this.turn)];
  }

  private byWeight(key: number): Standing[] {
    if (this.standings.length < 2) return [...this.standings];
    return this.standings.toSorted((a, b) => mix(key ^ b.hash) - mix(key ^ a.hash));
  }
}

/** Implements FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** MurmurHash3's finalizer (32 bits): neighbours get distant weights. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

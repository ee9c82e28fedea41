/** Lets one process at a time do a piece of work. */
export interface Leases {
  /** Takes or renews the lease for so many milliseconds. False: another process has it. */
  take(name: string, forMs: number): Promise<boolean>;
  letGo(name: string): Promise<void>;
}

/** Its holder may remove bytes. */
export const SWEEP_LEASE = 'sweep';

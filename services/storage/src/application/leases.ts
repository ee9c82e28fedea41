export interface Leases {
  /** Or renews it. False: another process has it. */
  take(name: string, forMs: number): Promise<boolean>;
  letGo(name: string): Promise<void>;
}

/** Its holder may remove bytes. */
export const SWEEP_LEASE = 'sweep';

/** A mail address that waits to be confirmed by the link that went there. */
export interface AskedAddress {
  /** Random: what the link names. */
  confirmation: string;
  address: string;
  expires: Date;
}

/** Where notices of an account go. */
export interface Notices {
  /** The confirmed one. */
  address: string | null;
  asked: AskedAddress | null;
}

/** For how long the link is good, milliseconds. */
export const LINK_MS = 24 * 3_600_000;

export interface RequestedAddress {
  /** Random: what the link names. */
  confirmation: string;
  address: string;
  expires: Date;
}

export interface Notices {
  address: string | null;
  asked: RequestedAddress | null;
  /** Its owner wants to hear no more of files that come by links. */
  stopped?: true;
}

export const LINK_MS = 24 * 3_600_000;

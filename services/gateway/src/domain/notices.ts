export interface RequestedAddress {
  /** Random: what the link names. */
  confirmation: string;
  address: string;
  expires: Date;
}

export interface Notices {
  address: string | null;
  asked: RequestedAddress | null;
}

export const LINK_MS = 24 * 3_600_000;

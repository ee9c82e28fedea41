import type { DriveId } from '@skyshelf/contracts';

/** `closing`: being deleted, no sign-in. */
export type AccountState = 'open' | 'closing';

export interface Account {
  /** `<provider>|<id at the provider>`. */
  sub: string;
  /** Random, new for each incarnation of the account. */
  drive: DriveId;
  name: string;
  /** The provider's address; browsers never load it. */
  picture: string | null;
  state: AccountState;
  createdAt: Date;
}

export interface Profile {
  sub: string;
  name: string;
  picture: string | null;
}

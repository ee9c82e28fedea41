import type { DriveId } from '@skyshelf/contracts';

/** `closing`: the account is being deleted, no one signs in to it any more. */
export type AccountState = 'open' | 'closing';

/** One person as an identity provider knows them, and the drive that is theirs. */
export interface Account {
  /** `<provider>|<id at the provider>`. */
  sub: string;
  /** Random, new for each incarnation of the account. */
  drive: DriveId;
  name: string;
  /** Where the provider keeps the picture; the browser never loads it from there. */
  picture: string | null;
  state: AccountState;
  createdAt: Date;
}

/** What an identity provider says about a user. */
export interface Profile {
  sub: string;
  name: string;
  picture: string | null;
}

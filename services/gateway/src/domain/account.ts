import type { DriveId } from '@skyshelf/contracts';
import { z } from 'zod';

/** `closing`: being deleted, no sign-in. */
export type AccountState = 'open' | 'closing';

export interface Account {
  /** Format: `<provider>|<id at the provider>`. */
  sub: string;
  /** It is random and new for each incarnation of the account. */
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

const MAX_NAME = 100;
const MAX_ID = 200;

/** Providers' names of the same three things. */
const claims = z.object({
  sub: z.string().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  name: z.string().nullish(),
  login: z.string().nullish(),
  preferred_username: z.string().nullish(),
  email: z.string().nullish(),
  picture: z.unknown().optional(),
  avatar_url: z.string().nullish(),
});

/** Facebook wraps the address of the picture. */
const wrappedPicture = z.object({ data: z.object({ url: z.string() }) });

/**
 * The subject has the provider's key: equal ids at two providers are two people.
 * @returns null without a usable id
 */
export function readProfile(provider: string, source: unknown): Profile | null {
  const parsed = claims.safeParse(source);
  if (!parsed.success) return null;
  const { data } = parsed;
  const id = String(data.sub ?? data.id ?? '');
  if (!isUsableId(id)) return null;
  const name = [data.name, data.login, data.preferred_username, data.email, id].find(
    (each) => clean(each) !== '',
  );
  return { sub: `${provider}|${id}`, name: clean(name), picture: pictureOf(data.picture, data.avatar_url) };
}

/** Ids end up in logs, file addresses and headers: printable, without spaces, `|` and `/`. */
export function isUsableId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_ID && /^[\p{L}\p{M}\p{N}._@+:=~-]+$/u.test(id);
}

function clean(name: string | null | undefined): string {
  return (name ?? '')
    .slice(0, 8 * MAX_NAME)
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME);
}

function pictureOf(picture: unknown, avatar: string | null | undefined): string | null {
  const wrapped = wrappedPicture.safeParse(picture);
  const address = wrapped.success ? wrapped.data.data.url : typeof picture === 'string' ? picture : avatar;
  return address && URL.canParse(address) && new URL(address).protocol === 'https:' ? address : null;
}

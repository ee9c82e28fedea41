import { RecentEntries } from './recent-entries.js';

export interface WaitingPage {
  send(text: string): void;
  close(): void;
}

interface SignIn {
  page?: WaitingPage;
  /** A window was sent to the provider. */
  isBegun?: true;
  /** null: the sign-in failed. */
  token?: string | null;
  expires: number;
}

const LASTS_MS = 10 * 60_000;
const MOST_OWNERS = 10_000;
/** Each owner's share: a further one ends the oldest. */
export const MOST_SIGN_INS = 20;

/**
 * Passes a sign-in's token from its window to the opening page, as Uppy 6 needs; Companion 6.2.2 posts it to
 * the opener, where no one listens. Either may come first; both must be the same user's.
 */
export class SignInBridge {
  private readonly owners = new RecentEntries<RecentEntries<SignIn>>(MOST_OWNERS, (signIns) => {
    for (const [name] of signIns) signIns.delete(name);
  });

  constructor(private readonly now: () => number) {}

  begin(name: string, owner: string): void {
    this.find(name, owner).isBegun = true;
  }

  wait(name: string, owner: string, page: WaitingPage): void {
    const signIn = this.find(name, owner);
    if (signIn.page !== page) signIn.page?.close();
    signIn.page = page;
    this.deliver(name, owner, signIn);
  }

  /** Whether a user is on the way to `page`; one that is late is ended. */
  isAwaited(name: string, owner: string, page: WaitingPage): boolean {
    this.forgetLate(owner);
    const signIn = this.owners.get(owner)?.get(name);
    return signIn?.page === page && signIn.isBegun === true;
  }

  finish(name: string, owner: string, token: string | null): void {
    if (name === '') return;
    const signIn = this.find(name, owner);
    signIn.token = token;
    this.deliver(name, owner, signIn);
  }

  private find(name: string, owner: string): SignIn {
    this.forgetLate(owner);
    const signIns = this.owners.of(
      owner,
      () => new RecentEntries(MOST_SIGN_INS, ({ page }) => page?.close()),
    );
    return signIns.of(name, () => ({ expires: this.now() + LASTS_MS }));
  }

  private deliver(name: string, owner: string, { page, token }: SignIn): void {
    if (!page || token === undefined) return;
    page.send(JSON.stringify(token === null ? { error: true } : { token }));
    this.owners.get(owner)?.delete(name);
  }

  private forgetLate(owner: string): void {
    const now = this.now();
    const signIns = this.owners.get(owner);
    for (const [name, { expires }] of signIns ?? []) if (expires <= now) signIns?.delete(name);
  }
}

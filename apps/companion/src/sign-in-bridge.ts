/** The connection of a page that waits for the end of a sign-in. */
export interface WaitingPage {
  send(text: string): void;
  close(): void;
}

interface SignIn {
  owner: string;
  page?: WaitingPage;
  /** What the provider's sign-in gave; null: it failed. */
  token?: string | null;
  expires: number;
}

/** A sign-in takes no longer, milliseconds. */
const LASTS_MS = 10 * 60_000;
const MOST = 10_000;

/**
 * Brings the token of a sign-in from the window in which it ended to the page that opened it: the page waits for it at a name that it has chosen itself. Uppy 6
 * asks for that; Companion 6.2.2 posts the token to the opener instead, to which no one listens. Either may come first, and both must be the same user's.
 */
export class SignInBridge {
  private readonly signIns = new Map<string, SignIn>();

  constructor(private readonly now: () => number) {}

  /** A page waits for the end of a sign-in. */
  wait(name: string, owner: string, page: WaitingPage): void {
    const signIn = this.find(name, owner);
    if (!signIn) return page.close();
    signIn.page = page;
    this.deliver(name, signIn);
  }

  /** A sign-in has ended. */
  finish(name: string, owner: string, token: string | null): void {
    const signIn = name === '' ? null : this.find(name, owner);
    if (!signIn) return;
    signIn.token = token;
    this.deliver(name, signIn);
  }

  private find(name: string, owner: string): SignIn | null {
    this.forgetOld();
    const known = this.signIns.get(name);
    if (known) return known.owner === owner ? known : null;
    if (this.signIns.size >= MOST) return null;
    const signIn: SignIn = { owner, expires: this.now() + LASTS_MS };
    this.signIns.set(name, signIn);
    return signIn;
  }

  private deliver(name: string, { page, token }: SignIn): void {
    if (!page || token === undefined) return;
    page.send(JSON.stringify(token === null ? { error: true } : { token }));
    page.close();
    this.signIns.delete(name);
  }

  private forgetOld(): void {
    const now = this.now();
    for (const [name, { expires, page }] of this.signIns) {
      if (expires > now) return;
      page?.close();
      this.signIns.delete(name);
    }
  }
}

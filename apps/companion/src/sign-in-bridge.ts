export interface WaitingPage {
  send(text: string): void;
  close(): void;
}

interface SignIn {
  owner: string;
  page?: WaitingPage;
  /** null: the sign-in failed. */
  token?: string | null;
  expires: number;
}

/** Milliseconds. */
const LASTS_MS = 10 * 60_000;
const MOST = 10_000;

/**
 * Passes a sign-in's token from its window to the opening page, as Uppy 6 needs; Companion 6.2.2 posts it to
 * the opener, where no one listens. Either may come first; both must be the same user's.
 */
export class SignInBridge {
  private readonly signIns = new Map<string, SignIn>();

  constructor(private readonly now: () => number) {}

  wait(name: string, owner: string, page: WaitingPage): void {
    const signIn = this.find(name, owner);
    if (!signIn) return page.close();
    signIn.page = page;
    this.deliver(name, signIn);
  }

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

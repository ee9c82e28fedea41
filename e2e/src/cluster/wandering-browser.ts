/**
 * A browser as far as signing in needs one, whose calls of the product go to the gateway that a test chooses,
 * as a balancer might choose it.
 */
export class WanderingBrowser {
  private readonly cookies = new Map<string, Map<string, string>>();

  constructor(
    private readonly publicUrl: string,
    /** Where calls of the product go at present. */
    public gateway: string,
  ) {}

  /** Follows redirects until there are no more, or one leads to an address for which `stop` says so. */
  async follow(
    address: string,
    stop: (next: string) => boolean = () => false,
    init?: RequestInit,
  ): Promise<{ url: string; answer: Response }> {
    let url = address;
    let answer = await this.go(url, init);
    for (let step = 0; step < 20; step += 1) {
      const location = answer.headers.get('location');
      if (!location) return { url, answer };
      url = new URL(location, url).href;
      if (stop(url)) return { url, answer };
      answer = await this.go(url);
    }
    throw new Error('Too many redirects');
  }

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const { host, origin, pathname, search } = new URL(url);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const ours = origin === new URL(this.publicUrl).origin;
    const headers = {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(ours && { 'x-forwarded-host': host }),
    };
    const target = ours ? `${this.gateway}${pathname}${search}` : url;
    const answer = await fetch(target, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), ...headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}

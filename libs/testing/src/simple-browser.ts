/** A browser as far as signing in needs one: it keeps cookies by host and follows redirects one at a time. */
export class SimpleBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const answer = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const gone = attributes.some(
        (each) => each.toLowerCase() === 'max-age=0' || /expires=thu, 01 jan 1970/i.test(each),
      );
      if (gone) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return answer;
  }

  /** Follows redirects until there are no more, or until one leads to an address for which `stop` says so. */
  async follow(
    url: string,
    stop: (next: string) => boolean = () => false,
    init?: RequestInit,
  ): Promise<{ url: string; answer: Response }> {
    let answer = await this.go(url, init);
    for (let steps = 0; steps < 20; steps += 1) {
      const location = answer.headers.get('location');
      if (!location) return { url, answer };
      url = new URL(location, url).href;
      if (stop(url)) return { url, answer };
      answer = await this.go(url);
    }
    throw new Error('Too many redirects');
  }

  cookie(host: string, name: string): string | undefined {
    return this.#cookies.get(host)?.get(name);
  }
}

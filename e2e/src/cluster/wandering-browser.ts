import { SimpleBrowser } from '@skyshelf/testing';

/** A browser whose calls of the product go to the gateway that a test chooses, as a balancer might choose it. */
export class WanderingBrowser extends SimpleBrowser {
  constructor(
    private readonly publicUrl: string,
    /** Where calls of the product go at present. */
    public gateway: string,
  ) {
    super();
  }

  protected override send(url: string, init: RequestInit): Promise<Response> {
    const { host, origin, pathname, search } = new URL(url);
    if (origin !== new URL(this.publicUrl).origin) return super.send(url, init);
    const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-host': host };
    return super.send(`${this.gateway}${pathname}${search}`, { ...init, headers });
  }
}

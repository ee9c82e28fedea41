import { list, setting, wholeNumber } from '@skyshelf/config';
import { fileTypeSettings, mediaLimitSettings, paymentSettings, videoHostSettings } from '@skyshelf/service';
import { z } from 'zod';
import { type AdSlot, adSlots } from '@skyshelf/contracts';
import { networkIn } from './domain/client.js';
import { providerList } from './domain/provider.js';
import type { Rate } from './domain/token-bucket.js';
import type { Rates } from './http/rate-limiter.js';

const ad = z.strictObject({
  html: z.string().min(1).max(65_536),
  height: z.number().int().min(40).max(400).default(90),
});
export type Ad = z.infer<typeof ad>;

export const adList = z.partialRecord(z.enum(adSlots), ad);
export type Ads = Partial<Record<AdSlot, Ad>>;

export const jsonText = () =>
  z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  });

/** `<calls a minute>/<calls at once>`. */
const rate = (standard: string) =>
  z
    .string()
    .regex(/^\d{1,7}\/\d{1,7}$/)
    .default(standard)
    .transform((text): Rate => {
      const [perMinute = 0, burst = 0] = text.split('/').map(Number);
      return { perMinute: Math.max(1, perMinute), burst: Math.max(1, burst) };
    });

const allowedRate = '`<calls a minute>/<calls at once>`, e.g. `3000/600`';

const providers = z.string().default('[]').pipe(jsonText()).pipe(providerList);

const storeUrl = z.url({ protocol: /^https$/ }).optional();

export const gatewayConfig = z.object({
  providers: setting('IDENTITY_PROVIDERS', providers, {
    doc: 'The identity providers for signing in, in the order shown.',
    secret: true,
    allowed:
      'a JSON list of `{"kind": "google"|"facebook"|"github", "clientId", "clientSecret"}` or `{"kind": "oidc", "key", "name", "issuer", "clientId", "clientSecret"}`',
  }),
  trustedProxies: setting('TRUSTED_PROXIES', wholeNumber(0, 10).optional(), {
    doc: 'The number of your reverse proxies in front; their X-Forwarded-For and X-Forwarded-Host are trusted. Default: none; required if PUBLIC_URL is not on this machine.',
  }),
  unlimitedAddresses: setting(
    'RATE_UNLIMITED',
    list()
      .transform((all) => all.filter((each) => each !== 'none').map(networkIn))
      .pipe(z.array(z.string()))
      .optional(),
    {
      doc: 'Client addresses whose calls are not counted; only where PUBLIC_URL is on this machine, elsewhere the start is refused. If not given: this machine, where PUBLIC_URL is on it, else none.',
      allowed: 'addresses separated by commas; `none` for no one',
    },
  ),
  sessionIdleDays: setting('SESSION_IDLE_DAYS', wholeNumber(1, 14).default(14), {
    doc: 'Days without a call after which a session ends. 14 days are the longest session.',
  }),
  shareDailyMb: setting('SHARE_DAILY_MB', wholeNumber(1, 100_000_000).default(10_240), {
    doc: 'What the visitors of one link can download on one day (UTC), in MiB. Further requests are refused until the next.',
  }),
  accountDeleteHours: setting('ACCOUNT_DELETE_HOURS', wholeNumber(0, 8760).default(24), {
    doc: 'Hours after which an account that its owner has deleted is removed with all its data. Until then signing in offers to keep it.',
  }),
  maxConnections: setting('MAX_CONNECTIONS', wholeNumber(10, 1_000_000).default(4096), {
    doc: 'The number of open connections of one gateway; further ones are closed without an answer.',
  }),
  rateRead: setting('RATE_READ', rate('3000/1500'), {
    doc: 'Calls of one account that read, at each gateway: every process counts separately.',
    allowed: allowedRate,
  }),
  rateCommand: setting('RATE_COMMAND', rate('1200/300'), {
    doc: 'Calls of one account that change something, at each gateway.',
    allowed: allowedRate,
  }),
  rateUpload: setting('RATE_UPLOAD', rate('1200/300'), {
    doc: 'Calls of one account that upload, at each gateway.',
    allowed: allowedRate,
  }),
  rateSignIn: setting('RATE_SIGN_IN', rate('120/60'), {
    doc: 'Steps of signing in and out of one account, at each gateway; messages of the payment provider count like these.',
    allowed: allowedRate,
  }),
  rateAddressFactor: setting('RATE_ADDRESS_FACTOR', wholeNumber(1, 1000).default(4), {
    doc: 'The limits of one client address, as a multiple of those of an account: several users can share an address.',
  }),
  ads: setting('AD_SLOTS', z.string().default('{}').pipe(jsonText()).pipe(adList), {
    doc: 'Your own HTML in places of the page, in a frame without an origin: `listing` between the rows of a folder, `download` in the dialog of a download, `sidebar` at the end of the side menu, `home` alone at `/home`.',
    allowed:
      'JSON: `{"listing": {"html": "<p>…</p>", "height": 90}}`, at most 65536 characters of HTML, a height from 40 to 400 pixels',
  }),
  searchScript: setting('SEARCH_SCRIPT', z.string().trim().min(1).max(65_536).optional(), {
    doc: "HTML of a web search for `/result`, as its provider gives it to you: shown in a frame without an origin whose address ends with `?q=` and the query. Without it the page lists only the user's own elements.",
    allowed: 'HTML of at most 65536 characters',
  }),
  operatorName: setting('OPERATOR_NAME', z.string().max(200).optional(), {
    doc: "The operator's name in the terms and the privacy policy, which otherwise state that it is missing.",
    allowed: 'text of at most 200 characters',
  }),
  operatorAddress: setting('OPERATOR_ADDRESS', z.string().max(500).optional(), {
    doc: "The operator's contact for the same pages: a postal or a mail address.",
    allowed: 'text of at most 500 characters',
  }),
  termsEffective: setting('TERMS_EFFECTIVE', z.iso.date().default('2018-07-29'), {
    doc: 'The date since which the terms are effective.',
    allowed: 'a date, `2018-07-29`',
  }),
  extensionChromeUrl: setting('EXTENSION_CHROME_URL', storeUrl, {
    doc: 'The address of your extension in the Chrome Web Store. Without it `/extension` explains how to load the downloaded one.',
    allowed: 'an address that begins with `https://`',
  }),
  extensionFirefoxUrl: setting('EXTENSION_FIREFOX_URL', storeUrl, {
    doc: 'The same for Firefox: its page at addons.mozilla.org, or the signed file that you serve yourself.',
    allowed: 'an address that begins with `https://`',
  }),
  ...videoHostSettings,
  ...mediaLimitSettings,
  ...fileTypeSettings,
  ...paymentSettings,
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;

export function ratesOf(config: GatewayConfig): Rates {
  const times = (each: Rate): Rate => ({
    perMinute: each.perMinute * config.rateAddressFactor,
    burst: each.burst * config.rateAddressFactor,
  });
  const both = (each: Rate) => ({ account: each, address: times(each) });
  return {
    read: both(config.rateRead),
    command: both(config.rateCommand),
    upload: both(config.rateUpload),
    'sign-in': both(config.rateSignIn),
  };
}

import { httpUrl, list, onOff, setting, wholeNumber } from '@skyshelf/config';
import { limits } from '@skyshelf/contracts';
import { z } from 'zod';

/** Excludes characters that have another meaning in a content security policy. */
const host = z.string().regex(/^(?=.{1,253}$)[a-z0-9_-]+(\.[a-z0-9_-]+)+(:\d{1,5})?$/);

const hosts = () =>
  list()
    .transform((all) => all.map((each) => each.toLowerCase()))
    .pipe(z.array(host))
    .default([]);

const allowedHosts = 'host names separated by commas, e.g. videos.example.org';

/** They serve a copy of the databases next to a bucket that another installation uses. */
export const readOnlySettings = {
  readOnly: setting('SKYSHELF_READ_ONLY', onOff().default(false), {
    doc: 'For a read-only copy whose bucket is in use elsewhere: commands and uploads are refused, no job, sweep or mail runs, no event is published or acted on, no object is written or removed.',
  }),
};

/** Each service checks admins. */
export const adminSettings = {
  adminSubs: setting(
    'ADMIN_SUBS',
    list()
      .pipe(z.array(z.string().regex(/^[^|\s]{1,100}\|[^|\s]{1,200}$/)))
      .default([]),
    {
      doc: 'Accounts that may publish product updates, view accounts whose subscriptions are cancelled, and delete those when their paid time has ended.',
      allowed: 'subjects as `GET /api/userinfo` returns them, e.g. google|1234, separated by commas',
    },
  ),
};

export function adminsOf({ adminSubs }: { adminSubs: readonly string[] }): (sub: string) => boolean {
  const known = new Set(adminSubs);
  return (sub) => known.has(sub);
}

export const videoHostSettings = {
  viewkeyVideoHosts: setting('CATALOG_VIEWKEY_VIDEO_HOSTS', hosts(), {
    doc: 'Hosts of an adult-video site that names its videos by `viewkey`; this kind of link is off while none is given.',
    allowed: allowedHosts,
  }),
  embedframeVideoHosts: setting('CATALOG_EMBEDFRAME_VIDEO_HOSTS', hosts(), {
    doc: 'Hosts of an adult-video site that names its videos in the path, `/video…`; off while none is given.',
    allowed: allowedHosts,
  }),
};

interface VideoHosts {
  viewkeyVideoHosts: string[];
  embedframeVideoHosts: string[];
}

export const videoHostsOf = ({ viewkeyVideoHosts, embedframeVideoHosts }: VideoHosts) => ({
  viewkeyvideo: viewkeyVideoHosts,
  embedframevideo: embedframeVideoHosts,
});

export const mediaLimitSettings = {
  maxVideoBytes: setting(
    'MEDIA_MAX_VIDEO_BYTES',
    wholeNumber(1, limits.maxUploadBytes).default(262_144_000),
    { doc: 'Largest film that is converted for browsers that cannot play it, in bytes.' },
  ),
  websiteThumbnails: setting('WEBSITE_THUMBNAILS', onOff().default(false), {
    doc: 'Whether Chromium renders pictures of linked pages. This machine then requests pages; only public ones.',
  }),
};

const withoutDot = (extensions: string[]) =>
  extensions.map((extension) => extension.toLowerCase().replace(/^\./, ''));

export const fileTypeSettings = {
  refusedExtensions: setting(
    'CATALOG_REFUSED_EXTENSIONS',
    list().transform(withoutDot).default(['txt', 'js']),
    {
      doc: 'Files with these extensions are refused, in any case of letters.',
      allowed: 'extensions separated by commas, e.g. txt,js',
    },
  ),
};

export const paymentSettings = {
  paymentReceiver: setting('PAYMENT_RECEIVER', z.string().min(3).max(127).optional(), {
    doc: 'The PayPal account that receives payments: its merchant id or its primary mail address. Without it plans cannot be bought; if PUBLIC_URL is on this machine, `npm start` and `npm run cluster` then run a stand-in, which moves no money.',
  }),
  paymentSandbox: setting('PAYMENT_SANDBOX', onOff().default(false), {
    doc: 'Whether payments are made in PayPal’s sandbox, with play money.',
  }),
  localPayment: setting('SKYSHELF_LOCAL_PAYMENT', httpUrl().optional(), {
    doc: 'Where a stand-in for a payment provider listens: `/pay` takes the form, `/verify` says whether a message is its own. `npm start` and `npm run cluster` run one themselves where none is given; PAYMENT_RECEIVER goes before.',
  }),
};

interface PaymentSettings {
  paymentReceiver?: string | undefined;
  paymentSandbox: boolean;
  localPayment?: string | undefined;
}

export interface PaymentEndpoints {
  provider: 'paypal' | 'local';
  receiver: string;
  sandbox: boolean;
  action: string;
  /** Verifies that messages are the provider's own. */
  verify: string;
}

/** Null where payments are not set up. */
export function paymentEndpoints(settings: PaymentSettings): PaymentEndpoints | null {
  const { paymentReceiver: receiver, paymentSandbox: sandbox, localPayment } = settings;
  if (receiver !== undefined) {
    const infix = sandbox ? 'sandbox.' : '';
    const action = `https://www.${infix}paypal.com/cgi-bin/webscr`;
    const verify = `https://ipnpb.${infix}paypal.com/cgi-bin/webscr`;
    return { provider: 'paypal', receiver, sandbox, action, verify };
  }
  if (localPayment === undefined) return null;
  const at = (path: string): string => new URL(path, localPayment).href;
  const local = { provider: 'local', receiver: LOCAL_RECEIVER, sandbox: true } as const;
  return { ...local, action: at('/pay'), verify: at('/verify') };
}

/** The stand-in's payee. */
export const LOCAL_RECEIVER = 'seller@local.invalid';

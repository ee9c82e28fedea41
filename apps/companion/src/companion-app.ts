import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits, errorBody } from '@skyshelf/contracts';
import * as companion from '@uppy/companion';
import { z } from 'zod';
import { providerSettings, type CompanionConfig } from './companion.config.js';
import type { FetchedAddresses } from './fetched-addresses.js';

export interface CompanionAppOptions {
  config: CompanionConfig;
  publicUrl: string;
  secret: string;
  /** Stays empty while it streams. */
  folder: string;
  allowed: RegExp;
  fetched: FetchedAddresses;
}

export interface CompanionApp {
  handle(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Whether the upload of this token has begun and not ended. */
  isUploading(token: string): boolean;
}

export const COMPANION_PATH = '/companion';

/**
 * Uppy Companion, with `url` as our guarded provider. Keys are read at creation, so changed ones need a new
 * one.
 */
export function companionApp(options: CompanionAppOptions): CompanionApp {
  let keys = JSON.stringify(providerKeys(options.config));
  let made = madeCompanion(options);
  // One for all that are made.
  const emitter = made.emitter as EventEmitter;
  wordedErrors(emitter);
  const current = () => {
    const now = JSON.stringify(providerKeys(options.config));
    if (now !== keys) [keys, made] = [now, madeCompanion(options)];
    return made.app;
  };
  const sockets = new EventEmitter();
  companion.socket(sockets as never);
  return {
    handle: (request, response) => void current()(request as never, response as never),
    upgrade: (request, socket, head) => void sockets.emit('upgrade', request, socket, head),
    // Companion's uploader listens for as long as it works.
    isUploading: (token) => emitter.listenerCount(`cancel:${token}`) > 0,
  };
}

function madeCompanion({ config, publicUrl, secret, folder, allowed, fetched }: CompanionAppOptions) {
  const { protocol, host, origin } = new URL(publicUrl);
  const made = companion.app({
    server: { protocol: protocol.slice(0, -1), host, path: COMPANION_PATH },
    filePath: folder,
    secret,
    preAuthSecret: secret,
    corsOrigins: [origin],
    uploadUrls: [allowed],
    providerOptions: { ...providerKeys(config), url: { key: 'none' } },
    customProviders: { url: { module: fetchedProvider(fetched), config: {} } },
    enableUrlEndpoint: false,
    allowLocalUrls: false,
    streamingUpload: true,
    maxFileSize: limits.maxUploadBytes,
    maxFilenameLength: limits.maxNameCharacters,
    metrics: false,
  });
  made.app.disable('x-powered-by');
  return made;
}

const providerKeys = (config: CompanionConfig): Record<string, { key: string; secret: string }> =>
  Object.fromEntries(
    providerSettings.flatMap(({ name, key, secret }) => {
      const id = config[key];
      const password = config[secret];
      const isOn = config.sources.includes(name) && id !== undefined && password !== undefined;
      return isOn ? [[name, { key: id, secret: password }]] : [];
    }),
  );

/** One for each request; serves opened answers. */
const fetchedProvider = (fetched: FetchedAddresses) =>
  class FetchedProvider {
    static readonly oauthProvider = undefined;
    static readonly authStateExpiry = 0;
    readonly needsCookieAuth = false;

    async download({ id }: { id: string }) {
      const found = fetched.take(id);
      if (!found) throw new Error('This address was not opened.');
      return found;
    }

    async size() {
      return undefined;
    }
  };

const failure = z.looseObject({
  action: z.literal('error'),
  payload: z.looseObject({
    error: z.looseObject({ extraData: z.looseObject({ responseText: z.string() }).optional() }),
  }),
});

/** Companion says only that an upload failed; storage said why. */
function wordedErrors(emitter: EventEmitter): void {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (name: string | symbol, ...given: unknown[]) => emit(name, ...given.map(worded));
}

function worded(message: unknown): unknown {
  const failed = failure.safeParse(message);
  if (!failed.success) return message;
  const { error } = failed.data.payload;
  const said = saidIn(error.extraData?.responseText);
  if (!said) return withoutCause(failed.data);
  return { action: 'error', payload: { error: { ...said, extraData: error.extraData } } };
}

/** A cause reveals internals. */
function withoutCause({ payload: { error } }: z.infer<typeof failure>): unknown {
  const { name, message, code } = error;
  return { action: 'error', payload: { error: { name, message, code } } };
}

function saidIn(text: string | undefined): { code: string; message: string } | null {
  try {
    const { error } = errorBody.parse(JSON.parse(text ?? ''));
    return { code: error.code, message: error.message };
  } catch {
    return null;
  }
}

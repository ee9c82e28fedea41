import { api } from './browser-api.js';
import type { Draft } from './draft.js';

export interface Connection {
  accessToken: string;
  /** Unit: milliseconds since the epoch. */
  expiresAt: number;
  name: string;
}

export interface Attempt {
  verifier: string;
  until: number;
}

export interface ChosenFolder {
  folderId: string;
  path: string;
}

const { local, session } = api.storage;

const stored = <Value>(area: typeof local, key: string) => ({
  read: async (): Promise<Value | null> => ((await area.get(key))[key] as Value | undefined) ?? null,
  write: (value: Value): Promise<void> => area.set({ [key]: value }),
  remove: (): Promise<void> => area.remove(key),
});

const kept = stored<Connection>(local, 'connection');

/** The connection; one whose time is over counts as none. */
export const connection = {
  ...kept,
  read: async (): Promise<Connection | null> => {
    const found = await kept.read();
    return found && found.expiresAt > Date.now() ? found : null;
  },
};
export const lastFolder = stored<ChosenFolder>(local, 'folder');

/** Gone when the browser is closed. */
export const attempt = stored<Attempt>(session, 'attempt');
export const waitingDraft = stored<Draft>(session, 'draft');

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RemoteSource, SourceList } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';

/** What the gateway asks of the process in which Companion runs. */
export interface CompanionLink {
  /** Sends a checked request on. @throws when it can't be reached */
  forward(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void>;
  /** Connects a WebSocket. @throws when it can't be reached */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): Promise<void>;
  /** Which sources are on; all are off, with the reason, when it can't be asked. */
  sources(): Promise<SourceList>;
  /** Which sources are set up; nothing is started for it. None when that can't be asked. */
  configured(): Promise<RemoteSource[]>;
  /** What the operator can do about those that are off, as it was last told; nothing is asked or started for it. */
  hints(): readonly string[];
  close(): Promise<void>;
}

export const AWAY = 'Files cannot be brought from other places at the moment. Try again later.';

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RemoteSource, SourceList } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';

export interface CompanionLink {
  /** @throws when it can't be reached */
  forward(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void>;
  /** @throws when it can't be reached */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): Promise<void>;
  /** The last known while it moves; all off, with the reason, when it is away for longer. */
  sources(): Promise<SourceList>;
  /** Starts nothing. The last known, or none, when it can't be asked. */
  configured(): Promise<RemoteSource[]>;
  /** The last known, for sources that are off; asks and starts nothing. */
  hints(): readonly string[];
  close(): Promise<void>;
}

export const AWAY = 'Files cannot be brought from other places at the moment. Try again later.';

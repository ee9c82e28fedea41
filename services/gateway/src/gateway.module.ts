import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { driveId, type DriveId } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/http';
import { z } from 'zod';
import { Doorbell } from './application/doorbell.js';
import { EndSession } from './application/end-session.js';
import { IssueLocalToken } from './application/issue-local-token.js';
import { OpenAccount } from './application/open-account.js';
import { SignIn } from './application/sign-in.js';
import { StartSession } from './application/start-session.js';
import { GATEWAY_RUNTIME, type GatewayRuntime } from './gateway.runtime.js';
import { Entrance } from './http/entrance.js';
import { InternalController } from './http/internal.controller.js';
import { LiveChanges } from './http/live-changes.js';
import { SessionController } from './http/session.controller.js';
import { Accounts } from './infrastructure/accounts.js';
import { Revocations } from './infrastructure/revocations.js';
import { Sessions } from './infrastructure/sessions.js';
import { TokenSigner } from './infrastructure/token-signer.js';

@Module({})
export class GatewayModule {
  static for(runtime: GatewayRuntime): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [SessionController, InternalController],
      providers: [{ provide: GATEWAY_RUNTIME, useValue: runtime }, ...providers(runtime), Entrance],
    };
  }
}

/** Everything is made here, by hand and in one place, so that the classes themselves know nothing of Nest. */
function providers({ client, db, clock, ids, logger, outbox, tokens, bus, peers, signingKeys }: GatewayRuntime): Provider[] {
  const accounts = new Accounts(db);
  const sessions = new Sessions(db);
  const revocations = new Revocations(sessions, clock, logger);
  const openAccount = new OpenAccount(client, accounts, outbox, clock, ids);
  return [
    { provide: Accounts, useValue: accounts },
    { provide: Revocations, useValue: revocations },
    {
      provide: LiveChanges,
      useFactory: () =>
        new LiveChanges({ doorbell: new Doorbell(bus), revocations, clock, verify: (token) => tokens.verify(token), versionOf: versions(peers) }),
    },
    { provide: TokenSigner, useFactory: () => TokenSigner.of(signingKeys) },
    { provide: EndSession, useValue: new EndSession(sessions, revocations, tokens, clock) },
    {
      provide: StartSession,
      useFactory: (signer: TokenSigner) => new StartSession(sessions, signer, clock, ids),
      inject: [TokenSigner],
    },
    {
      provide: IssueLocalToken,
      useFactory: (start: StartSession) => new IssueLocalToken(openAccount, start),
      inject: [StartSession],
    },
    { provide: SignIn, useFactory: (start: StartSession) => new SignIn(accounts, openAccount, start), inject: [StartSession] },
  ];
}

const versionAnswer = z.object({ version: z.number().int().nonnegative() });

const versions = (peers: Peers) => async (drive: DriveId): Promise<number> =>
  versionAnswer.parse(await peers.json('catalog', `/internal/drives/${driveId.parse(drive)}/version`)).version;

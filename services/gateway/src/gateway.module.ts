import type { Provider } from '@nestjs/common';
import { driveId, type DriveId } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import type { Opened, ServiceParts } from '@skyshelf/service';
import { declareGauge } from '@skyshelf/telemetry';
import { z } from 'zod';
import { Doorbell } from './application/doorbell.js';
import { EndSession } from './application/end-session.js';
import { IssueLocalToken } from './application/issue-local-token.js';
import { OpenAccount } from './application/open-account.js';
import { SignIn } from './application/sign-in.js';
import { StartSession } from './application/start-session.js';
import { providerList } from './domain/provider.js';
import { GATEWAY_CONFIG, GATEWAY_RUNTIME, PROVIDERS, type GatewayRuntime } from './gateway.runtime.js';
import { Entrance } from './http/entrance.js';
import { InternalController } from './http/internal.controller.js';
import { LiveChanges } from './http/live-changes.js';
import { SessionController } from './http/session.controller.js';
import { SignInController } from './http/sign-in.controller.js';
import { SignInGuard } from './http/sign-in.guard.js';
import { TraceController } from './http/trace.controller.js';
import { Accounts } from './infrastructure/accounts.js';
import { liveCheck } from './infrastructure/live-check.js';
import { Revocations } from './infrastructure/revocations.js';
import { Sessions } from './infrastructure/sessions.js';
import { ProviderDirectory } from './infrastructure/sign-in/provider-directory.js';
import { ProviderStrategies } from './infrastructure/sign-in/provider-strategies.js';
import { SignInAttempts } from './infrastructure/sign-in/sign-in-attempts.js';
import { TokenSigner } from './infrastructure/token-signer.js';

const liveStreams = declareGauge({
  name: 'skyshelf_live_streams',
  help: 'Pages that listen for changes at this process.',
});

const controllers = [SessionController, SignInController, InternalController, TraceController];

/** Everything is made here, by hand and in one place, so that the classes themselves know nothing of Nest. */
export function openService(runtime: Opened<GatewayRuntime>): ServiceParts {
  const { config, db, clock } = runtime;
  const providers = providerList.parse([...(runtime.providers ?? []), ...config.providers]);
  return {
    controllers,
    providers: [
      { provide: GATEWAY_RUNTIME, useValue: runtime },
      { provide: GATEWAY_CONFIG, useValue: config },
      { provide: PROVIDERS, useValue: providers },
      ...parts(runtime),
      ...signInParts(runtime),
      SignInGuard,
      Entrance,
    ],
    prepare: async () => {
      await Promise.all([
        new Accounts(db).prepare(),
        new Sessions(db).prepare(),
        new SignInAttempts(db, clock).prepare(),
      ]);
    },
    checks: [liveCheck(runtime)],
  };
}

function parts(runtime: Opened<GatewayRuntime>): Provider[] {
  const { client, db, clock, ids, logger, tokens, outbox } = runtime;
  const accounts = new Accounts(db);
  const sessions = new Sessions(db);
  const revocations = new Revocations(sessions, clock, logger);
  const openAccount = new OpenAccount(client, accounts, outbox, clock, ids);
  return [
    { provide: Accounts, useValue: accounts },
    { provide: OpenAccount, useValue: openAccount },
    { provide: Revocations, useValue: revocations },
    { provide: LiveChanges, useFactory: () => liveChanges(runtime, revocations) },
    { provide: TokenSigner, useFactory: () => TokenSigner.of(() => runtime.tokenKeys()) },
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
    {
      provide: SignIn,
      useFactory: (start: StartSession) => new SignIn(accounts, openAccount, start),
      inject: [StartSession],
    },
  ];
}

function signInParts({ db, clock, publicUrl }: GatewayRuntime): Provider[] {
  const directory = new ProviderDirectory(() => clock.now().getTime());
  const attempts = new SignInAttempts(db, clock);
  return [
    { provide: ProviderStrategies, useValue: new ProviderStrategies(directory, { publicUrl, attempts }) },
  ];
}

function liveChanges(runtime: GatewayRuntime, revocations: Revocations): LiveChanges {
  const { bus, clock, tokens, peers, metrics } = runtime;
  const live = new LiveChanges({
    doorbell: new Doorbell(bus),
    revocations,
    clock,
    verify: (token) => tokens.verify(token),
    versionOf: versions(peers),
  });
  metrics.gauge(liveStreams, (gauge) => gauge.set({}, live.open));
  return live;
}

const versionAnswer = z.object({ version: z.number().int().nonnegative() });

const versions =
  (peers: Peers) =>
  async (drive: DriveId): Promise<number> =>
    versionAnswer.parse(await peers.json('catalog', `/internal/drives/${driveId.parse(drive)}/version`))
      .version;

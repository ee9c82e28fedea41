import { createHash } from 'node:crypto';
import type { Provider } from '@nestjs/common';
import { catalogCalls, internalRoutes, limits, type DriveId } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { ClientSession } from 'mongodb';
import {
  openServiceJobs,
  type HealthCheck,
  type Opened,
  type ServiceJobs,
  type ServiceComponents,
} from '@skyshelf/service';
import { declareGauge, measureGauge } from '@skyshelf/telemetry';
import type { CompanionLink } from './application/companion-link.js';
import { deleteAccountKind } from './application/delete-account.js';
import { portraitKind, type PortraitDeps } from './application/portrait.js';
import { Doorbell } from './application/doorbell.js';
import type { Gateway } from './application/gateway.js';
import type { NoticeDeps, NoticeStore } from './application/notice-address.js';
import { providerList, type CurrentProviders, type ProviderConfig } from './domain/provider.js';
import {
  COMPANION,
  CONNECTION_OFFERS,
  EXTENSION_FILES,
  GATEWAY,
  GATEWAY_CONFIG,
  GATEWAY_RUNTIME,
  NOTICES,
  PROVIDERS,
  SIGN_IN_STRATEGIES,
  type GatewayRuntime,
  VISITS,
} from './gateway.runtime.js';
import { AccountController, PortraitController } from './http/account.controller.js';
import { CancelledAccountsController } from './http/cancelled-accounts.controller.js';
import { DeletionsController, InternalController } from './http/internal.controller.js';
import { ExtensionController } from './http/extension.controller.js';
import { GatewayRoutes } from './http/gateway-routes.js';
import {
  InstallationController,
  SourcesController,
  LauncherController,
} from './http/installation.controller.js';
import { NoticesController } from './http/notices.controller.js';
import { LiveChanges } from './http/live-changes.js';
import { SessionController, SessionsController } from './http/session.controller.js';
import { SignInController } from './http/sign-in.controller.js';
import { SignInGuard } from './http/sign-in.guard.js';
import { VisitsController } from './http/visits.controller.js';
import { visitCookie } from './http/cookies.js';
import type { VisitEntryDeps } from './http/visit-entry.js';
import { OpenLinks } from './application/visits/open-links.js';
import { TraceController } from './http/trace.controller.js';
import { visitDeps } from './infrastructure/visits.js';
import { accountRecords, recordDeletion, sendDeletionNotice } from './infrastructure/peer-calls.js';
import { Accounts } from './infrastructure/accounts.js';
import { Audit } from './infrastructure/audit.js';
import { companionLink } from './infrastructure/companion/companion-link.js';
import { extensionFiles, StoredConnectionOffers } from './infrastructure/extension.js';
import { Deletions, type DeletionJobs } from './infrastructure/deletions.js';
import {
  exposureCheck,
  liveCheck,
  operatorCheck,
  paymentsCheck,
  refuseExemptions,
  sourcesCheck,
} from './infrastructure/health-checks.js';
import { countAccounts, measuredCompanion } from './infrastructure/gateway-figures.js';
import { gatewayOwner } from './infrastructure/drive-owner.js';
import { IdleSessions } from './infrastructure/idle-sessions.js';
import { NoticeAddresses } from './infrastructure/notice-addresses.js';
import { makePortraitAt, StoredPortraits } from './infrastructure/portraits.js';
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

const DAY_MS = 86_400_000;

const controllers = [
  SessionController,
  SessionsController,
  AccountController,
  NoticesController,
  PortraitController,
  CancelledAccountsController,
  DeletionsController,
  SignInController,
  InternalController,
  TraceController,
  SourcesController,
  InstallationController,
  LauncherController,
  ExtensionController,
  VisitsController,
];

/** Constructed by hand in one place, so that the classes know nothing of Nest. */
export function openService(runtime: Opened<GatewayRuntime>): ServiceComponents {
  const { config, db, clock, logger, outbox } = runtime;
  refuseExemptions(config, runtime.publicUrl);
  const accounts = new Accounts(db, outbox);
  const sessions = new Sessions(db);
  const audit = new Audit(db, runtime.ids);
  const notices = new NoticeAddresses(db, outbox);
  const { deletions, portraits, jobs } = createJobs(runtime, audit, notices);
  const revoked = new Revocations(sessions, clock, logger);
  const data: Data = { accounts, sessions, deletions, audit, revoked, ...portraits };
  const offers = new StoredConnectionOffers(db);
  const companion = measuredCompanion(companionOf(runtime), runtime.metrics);
  countAccounts(db, runtime.metrics);
  const providers = currentProviders(runtime);
  return {
    controllers,
    providers: [
      { provide: GATEWAY_RUNTIME, useValue: runtime },
      { provide: GATEWAY_CONFIG, useValue: config },
      { provide: PROVIDERS, useValue: providers },
      { provide: COMPANION, useValue: companion },
      ...extensionProviders(runtime, offers),
      { provide: NOTICES, useValue: noticeDeps(runtime, notices) },
      ...coreProviders(runtime, data),
      visitProvider(runtime),
      ...signInProviders(runtime),
      SignInGuard,
      GatewayRoutes,
    ],
    jobs,
    drives: gatewayOwner({ gateway: { ...data, clock }, accounts, sessions, offers, notices }),
    checks: checksOf(runtime, { companion, providers: providers() }),
  };
}

function currentProviders({ providers: others = [], config }: Opened<GatewayRuntime>): CurrentProviders {
  let from = config.providers;
  let all = providerList.parse([...others, ...from]);
  return () => {
    if (config.providers !== from) {
      from = config.providers;
      all = providerList.safeParse([...others, ...from]).data ?? all;
    }
    return all;
  };
}

const checksOf = (
  runtime: Opened<GatewayRuntime>,
  { companion, providers }: { companion: CompanionLink; providers: readonly ProviderConfig[] },
): HealthCheck[] => [
  liveCheck(runtime),
  exposureCheck({ ...runtime, providers }),
  sourcesCheck(companion),
  paymentsCheck(runtime.config),
  operatorCheck(runtime.config),
];

const noticeDeps = ({ signer, clock, ids }: GatewayRuntime, notices: NoticeStore): NoticeDeps => ({
  notices,
  signer,
  clock,
  ids,
  counted: (address) => `address:${digest(signer.sign({ kind: 'notices', counted: address }))}`,
});

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const companionOf = (runtime: GatewayRuntime): CompanionLink =>
  companionLink({
    address: runtime.companion ?? null,
    names: { logger: runtime.logger },
    keys: runtime.internalKeys,
    clock: runtime.clock,
    wake: runtime.wakeCompanion,
    configured: runtime.configuredSources,
  });

function createJobs(
  runtime: Opened<GatewayRuntime>,
  audit: Audit,
  notices: NoticeAddresses,
): { deletions: Deletions; portraits: PortraitDeps; jobs: ServiceJobs } {
  const { db, outbox, clock, peers } = runtime;
  const entered: DeletionJobs = {
    enqueue: (session, { drive, ...job }) =>
      jobs.queue.add(session, [kind.job({ ...job, drive: null, payload: { drive } })]),
    cancel: (key) => jobs.queue.cancel(key),
    retry: (key) => jobs.queue.retry(key, ['failed', 'dropped']),
  };
  const deletions: Deletions = new Deletions(db, outbox, entered, audit);
  const kind = deleteAccountKind<ClientSession>({
    deletions,
    clock,
    sendDeletionNotice: sendDeletionNotice(peers, notices),
    record: recordDeletion(peers),
    forget: async (service, drive) =>
      void (await ask(peers, internalRoutes.driveForget, {
        service,
        params: { drive },
        body: { forGood: true },
      })),
  });
  const stored = new StoredPortraits(db);
  const portrait = portraitKind<ClientSession>({ portraits: stored, make: makePortraitAt(peers) });
  const kinds = [kind, portrait];
  const jobs: ServiceJobs = openServiceJobs(runtime, { kinds, worksOn: () => kinds });
  const enqueuePortrait: PortraitDeps['enqueuePortrait'] = async (drive, address) => {
    const job = portrait.job({
      key: `portrait:${drive}:${digest(address)}`,
      drive,
      payload: { drive, address },
    });
    await db.client.withSession((session) => session.withTransaction(() => jobs.queue.add(session, [job])));
    jobs.runner.wake(new Set([portrait.kind]));
  };
  return { deletions, portraits: { portraits: stored, enqueuePortrait }, jobs };
}

interface Data extends PortraitDeps {
  accounts: Accounts;
  sessions: Sessions;
  deletions: Deletions;
  audit: Audit;
  revoked: Revocations;
}

function coreProviders(runtime: Opened<GatewayRuntime>, data: Data): Provider[] {
  const { sessions, revoked } = data;
  const { clock, ids, logger, tokens, config, peers, epochs } = runtime;
  const { sessionIdleDays } = config;
  const idleDays = sessionIdleDays * DAY_MS < limits.sessionMs ? sessionIdleDays : null;
  return [
    { provide: Revocations, useValue: revoked },
    { provide: IdleSessions, useValue: new IdleSessions({ sessions, clock, logger, idleDays }) },
    { provide: LiveChanges, useFactory: () => liveChanges(runtime, revoked) },
    {
      provide: GATEWAY,
      useFactory: async (uses: IdleSessions): Promise<Gateway> => {
        const issuer = await TokenSigner.of(
          () => runtime.tokenKeys(),
          () => epochs.of('gateway'),
        );
        return { ...data, records: accountRecords(peers), uses, issuer, tokens, clock, ids };
      },
      inject: [IdleSessions],
    },
  ];
}

const visitProvider = (runtime: Opened<GatewayRuntime>): Provider => ({
  provide: VISITS,
  inject: [GATEWAY],
  useFactory: (gateway: Gateway): VisitEntryDeps => {
    const deps = visitDeps(runtime, gateway);
    return { deps, links: new OpenLinks(deps), cookie: visitCookie(runtime.publicUrl) };
  },
});

const extensionProviders = ({ webRoot }: GatewayRuntime, offers: StoredConnectionOffers): Provider[] => [
  { provide: CONNECTION_OFFERS, useValue: offers },
  { provide: EXTENSION_FILES, useValue: extensionFiles(webRoot) },
];

function signInProviders({ db, clock, publicUrl }: GatewayRuntime): Provider[] {
  const directory = new ProviderDirectory(() => clock.now().getTime());
  const attempts = new SignInAttempts(db, clock);
  return [
    {
      provide: SIGN_IN_STRATEGIES,
      useValue: new ProviderStrategies(directory, { publicUrl, attempts }),
    },
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
  measureGauge(metrics, liveStreams, () => live.open);
  return live;
}

const versions =
  (peers: Peers) =>
  async (drive: DriveId): Promise<number> =>
    (await ask(peers, catalogCalls.driveVersion, { params: { drive } })).version;

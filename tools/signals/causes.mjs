/** These causes go wrong for real and list their alerts; `begin` gives how to end the cause. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '../../libs/contracts/dist/index.js';
import { apiClient, eventually } from '../../libs/testing/dist/index.js';

const PARKED_MS = 300_000;
const YEAR_MS = 365 * 86_400_000;
const victims = ({ target }, name) => target.victims.filter((each) => each.name.split('-')[0] === name);
const all = (some, blow) => Promise.all(some.map(blow));

const killed = (name) => async (tools) => {
  await all(victims(tools, name), (each) => each.kill());
  return () => all(victims(tools, name), (each) => each.revive());
};
/** Formats the metrics of a stand-in. */
const told =
  (values) =>
  async ({ figures: { said } }) => {
    const before = { ...said };
    Object.assign(said, values);
    return () => Object.assign(said, before);
  };
const changed = (path, text) => {
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, text(before));
  return () => writeFileSync(path, before);
};
/** Again and again, until it is ended. */
const repeatedly = (name, round) => async (tools) => {
  const [victim] = victims(tools, name);
  let over = false;
  const run = (async () => {
    while (!over) await round(victim);
  })();
  return () => ((over = true), run);
};

/** `later`: seconds that it takes besides, whatever the rules. `told`: by a stand-in, so several may come at once. */
export const causes = {
  'Kafka is off': { alerts: ['SkyshelfOutboxOld', 'SkyshelfRelayFails'], begin: killed('kafka') },
  'an event cannot be handled': {
    alerts: ['SkyshelfDrivesParked'],
    begin: async ({ poison, operator }) => {
      const drive = await poison();
      // It waits behind all that catalog has not handled yet.
      await eventually(
        () =>
          operator('parked', 'show', 'catalog', drive).then(
            () => true,
            () => false,
          ),
        {
          timeoutMs: PARKED_MS,
          intervalMs: 2_000,
        },
      );
      return () => operator('parked', 'drop', 'catalog', drive, '--yes');
    },
  },
  'a stranger writes to a topic': {
    alerts: ['SkyshelfMessagesUnreadable'],
    begin: async ({ write }) => (await write('not an event'), () => {}),
  },
  'MongoDB is off': {
    alerts: ['SkyshelfAvailabilityBurnsFast', 'SkyshelfConsumerPaused'],
    // Where nothing is written, few events come: one that a consumer has to wait with.
    begin: async (tools) => {
      const end = await killed('mongod')(tools);
      await tools.openAccount();
      return end;
    },
  },
  'catalog is 300 ms further away': {
    alerts: ['SkyshelfListingBurnsFast'],
    begin: async ({ slow, before, target }) => {
      const client = apiClient(target.gateways[0], await target.token('reader'));
      const reader = setInterval(
        () => void client.send(routes.listFolder, { body: { url: '/' } }).catch(() => {}),
        200,
      );
      const end = await slow(before('catalog'), 300);
      return async () => {
        clearInterval(reader);
        client.close();
        await end();
      };
    },
  },
  'a process of storage hardly gets to work': {
    alerts: ['SkyshelfEventLoopSlow'],
    begin: repeatedly('storage', async (victim) => {
      await victim.pause();
      await pause(500);
      await victim.resume();
      await pause(300);
    }),
  },
  'the keys are old': {
    alerts: ['SkyshelfKeysOld'],
    begin: async ({ keysFile }) =>
      changed(keysFile, (keys) => {
        const at = new Date(Date.now() - 2 * YEAR_MS).toISOString().slice(0, 10);
        return JSON.stringify({ ...JSON.parse(keys), changed: at }, null, 2);
      }),
  },
  'the S3 store is off': { alerts: ['SkyshelfObjectStoreFails'], begin: killed('s3') },
  'a process dies again and again': {
    alerts: ['SkyshelfPodRestarts'],
    begin: repeatedly('billing', async (victim) => {
      await victim.kill();
      await victim.revive();
      await pause(5_000);
    }),
  },
  'all drives are held by another': {
    alerts: ['SkyshelfConsumerLags'],
    begin: ({ target, holdDrives }) => holdDrives(target.endState),
  },
  'no process of a service answers': {
    alerts: ['SkyshelfServiceGone', 'SkyshelfAvailabilityBurnsFast'],
    begin: async (tools) => {
      await all(victims(tools, 'catalog'), (each) => each.cut.break());
      return () => all(victims(tools, 'catalog'), (each) => each.cut.reconnect());
    },
  },
  'the S3 store is slow': { alerts: ['SkyshelfObjectStoreSlow'], begin: ({ slow }) => slow(['s3'], 2_000) },
  'Prometheus may not read the figures': {
    alerts: ['SkyshelfNotWatched', 'SkyshelfNothingWatched'],
    begin: async ({ tokenFile }) => changed(tokenFile, () => 'wrong'),
  },
  'a volume is full': { alerts: ['SkyshelfDiskFull'], begin: told({ free: 3 }), told: true },
  'the certificate ends tomorrow': {
    alerts: ['SkyshelfCertificateEndsSoon'],
    begin: told({ certificateDays: 1 }),
    told: true,
  },
  'the check of all data found something': {
    alerts: ['SkyshelfFsckFinds'],
    begin: told({ fsckFailed: 1 }),
    told: true,
  },
  'the check of all data never ended well': {
    alerts: ['SkyshelfFsckMissing'],
    begin: told({ fsckDays: null }),
    told: true,
  },
  'pods have little memory left': {
    alerts: ['SkyshelfMemoryShort'],
    begin: told({ memory: 950 }),
    told: true,
  },
};

import { rmSync, writeFileSync } from 'node:fs';
import { DomainError } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import type { RunningProcess } from './fleet.js';
import { smallFleet } from '../testing/small-fleet.js';

const patient = { timeoutMs: 60_000 };
const pidsOf = (processes: readonly RunningProcess[]) => processes.map(({ pid }) => pid);
const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

describe('the processes of a cluster', { timeout: 120_000 }, () => {
  it('are two each of gateway, catalog, storage and media, one each of billing and notify', async () => {
    const { fleet } = await smallFleet();
    await fleet.start();
    const running = fleet.processes();
    expect(running.map(({ name, replica }) => `${name}-${replica}`)).toEqual([
      'gateway-1',
      'gateway-2',
      'catalog-1',
      'catalog-2',
      'storage-1',
      'storage-2',
      'media-1',
      'media-2',
      'billing-1',
      'notify-1',
    ]);
    for (const { url, pid } of running) expect(await (await fetch(url)).text()).toBe(String(pid));
    await fleet.stop();
    for (const { url } of running) expect(await answers(url)).toBe(false);
  });

  it('that die are started again, at the same place', async () => {
    const { fleet } = await smallFleet();
    await fleet.start();
    const [first] = fleet.processes();
    if (!first?.pid) throw new Error('No gateway runs.');
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => fleet.processes()[0]?.pid !== first.pid && answers(first.url), patient);
    expect(fleet.processes()[0]).toMatchObject({ url: first.url });
  });

  it('that hang are ended and started again, and the others are left alone', async () => {
    const { fleet } = await smallFleet();
    await fleet.start();
    const [first, ...others] = fleet.processes();
    if (!first) throw new Error('No gateway runs.');
    const asked = fetch(`${first.url}/hang`).catch(() => null);
    await eventually(() => fleet.processes()[0]?.pid !== first.pid && answers(first.url), patient);
    expect(fleet.processes().slice(1)).toEqual(others);
    await asked;
  });

  it('are restarted one after the other, without a moment in which a service is away', async () => {
    const { fleet } = await smallFleet(200);
    await fleet.start();
    const before = fleet.processes();
    const billing = before.find(({ name }) => name === 'billing');
    const slots = fleet.slots.filter(({ service }) => service === 'billing').map(({ url }) => url);
    let looking = true;
    let away = 0;
    const look = (async () => {
      while (looking) if (!(await Promise.all(slots.map(answers))).includes(true)) away += 1;
    })();
    await fleet.restart({ name: 'billing' });
    looking = false;
    await look;
    const after = fleet.processes();
    expect(away).toBe(0);
    expect(after.find(({ name }) => name === 'billing')?.pid).not.toBe(billing?.pid);
    const others = (each: RunningProcess) => each.name !== 'billing';
    expect(after.filter(others)).toEqual(before.filter(others));
  });

  it('can be restarted again and again', async () => {
    const { fleet } = await smallFleet();
    await fleet.start();
    const seen = new Set(pidsOf(fleet.processes()));
    for (let round = 0; round < 3; round += 1)
      for (const pid of pidsOf(await fleet.restart({ name: 'catalog' }))) seen.add(pid);
    expect(seen.size).toBe(10 + 3 * 2);
    for (const { url, pid } of fleet.processes()) expect(await (await fetch(url)).text()).toBe(String(pid));
  });

  it('go on when a new one does not get ready', async () => {
    const { fleet, failFile } = await smallFleet();
    await fleet.start();
    const before = fleet.processes();
    writeFileSync(failFile, '1');
    await expect(fleet.restart({ name: 'notify' })).rejects.toThrow('cannot work like this');
    expect(fleet.processes()).toEqual(before);
    rmSync(failFile);
    await fleet.restart({ name: 'notify' });
    expect(pidsOf(fleet.processes()).at(-1)).not.toBe(pidsOf(before).at(-1));
  });

  it('that cannot start say why', async () => {
    const { fleet, failFile } = await smallFleet();
    writeFileSync(failFile, '78');
    await expect(fleet.start()).rejects.toThrow(/does not get ready\.\ncannot work like this/);
  });

  it('cannot be restarted when there is no such one', async () => {
    const { fleet } = await smallFleet();
    await expect(fleet.restart({ name: 'notify', replica: 2 })).rejects.toThrow(DomainError);
  });
});

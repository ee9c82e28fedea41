import { eventually, startSmallDnsServer, type SmallDnsServer } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FollowedName, createNameLookup, rulesIn } from './followed-name.js';

const pods = 'catalog-pods.shelf.svc.cluster.local';
/** The text has the form that kubelet writes. */
const rules = rulesIn(
  'search shelf.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n',
);

describe('the replicas behind a name', () => {
  let dns: SmallDnsServer;
  let name: FollowedName;
  let changes: number;
  let troubles: string[];
  beforeEach(async () => {
    dns = await startSmallDnsServer({ [pods]: ['127.0.0.3', '127.0.0.2'] });
    changes = 0;
    troubles = [];
  });
  afterEach(() => {
    name.close();
    dns.close();
  });

  function follow(host: string, everyMs = 20) {
    name = new FollowedName(`dns+http://${host}:8080`, {
      lookup: createNameLookup({ servers: [dns.address], search: rules }),
      changed: () => (changes += 1),
      onTrouble: (error) => troubles.push((error as NodeJS.ErrnoException).code ?? String(error)),
      everyMs,
    });
    return name.look();
  }

  it('are found by its short form, and followed as they come and go', async () => {
    await follow('catalog-pods');
    expect(name.addresses).toEqual(['http://127.0.0.2:8080', 'http://127.0.0.3:8080']);
    expect(dns.asked[0]).toBe(`A ${pods}`);
    dns.names.set(pods, ['127.0.0.3', '127.0.0.4']);
    await eventually(async () => changes === 2);
    expect(name.addresses).toEqual(['http://127.0.0.3:8080', 'http://127.0.0.4:8080']);
    expect(new Set(dns.asked)).toEqual(new Set([`A ${pods}`]));
  });

  it('stay as they were while the name has none, is unknown or no one can be asked; that is said once', async () => {
    await follow('catalog-pods');
    const asked = () => dns.asked.length;
    for (const harm of [
      () => void dns.names.set(pods, []),
      () => void dns.names.delete(pods),
      () => void (dns.silent = true),
    ]) {
      harm();
      const before = asked();
      await eventually(async () => asked() > before + 1);
      expect(name.addresses).toHaveLength(2);
    }
    expect(troubles).toEqual(['ENODATA']);
    dns.silent = false;
    dns.names.set(pods, ['127.0.0.9']);
    await eventually(async () => name.addresses.includes('http://127.0.0.9:8080'));
    expect(name.trouble).toBeNull();
  });

  it('are those of IPv6 where there are no others', async () => {
    dns.names.set(pods, ['::7']);
    await follow('catalog-pods');
    expect(name.addresses).toEqual(['http://[::7]:8080']);
  });

  it('are looked up four times a second at most, however many ask', async () => {
    await follow('catalog-pods', 60_000);
    const began = performance.now();
    for (let each = 0; each < 3; each += 1) await Promise.all([name.look(), name.look(), name.look()]);
    expect(dns.asked).toHaveLength(4);
    expect(performance.now() - began).toBeGreaterThan(700);
  });

  it('a whole name is asked for as it is, an unknown one in all its forms', async () => {
    await follow(`${pods}.`);
    expect(dns.asked).toEqual([`A ${pods}`]);
    name.close();
    await follow('nobody');
    expect(dns.asked.slice(1, 5)).toEqual([
      'A nobody.shelf.svc.cluster.local',
      'A nobody.svc.cluster.local',
      'A nobody.cluster.local',
      'A nobody',
    ]);
    expect([name.addresses, troubles]).toEqual([[], ['ENOTFOUND']]);
  });
});

import { loadConfig } from '@skyshelf/config';
import { describe, expect, it } from 'vitest';
import { clusterConfig } from './cluster.config.js';

const ports = (text: string | undefined) =>
  loadConfig(clusterConfig, { ...(text !== undefined && { CLUSTER_PORTS: text }) }, { service: 'test' })
    .ports;

describe('the ports of the processes', () => {
  it('are chosen when none are given', () => {
    expect(ports(undefined)).toBeUndefined();
  });

  it('may have proxies before them', () => {
    expect(ports('20001,20002:30002')).toEqual([
      { listening: 20_001, reached: 20_001 },
      { listening: 20_002, reached: 30_002 },
    ]);
  });

  it('are refused when they are none', () => {
    expect(() => ports('a:b')).toThrow('CLUSTER_PORTS');
    expect(() => ports('20001,')).toThrow('CLUSTER_PORTS');
  });
});

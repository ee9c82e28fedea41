import { describe, expect, it } from 'vitest';
import { liveCheck } from './live-check.js';

describe('a replica of the gateway', () => {
  it.each([
    ['takes requests when it hears live changes', 'joined', 'ok'],
    ['takes none before it hears them', 'joining', 'failed'],
    ['takes them though Kafka is away, and says so', 'away', 'degraded'],
  ] as const)('%s', async (_words, state, status) => {
    expect(await liveCheck({ bus: { liveState: () => state } }).check()).toMatchObject({ status });
  });
});

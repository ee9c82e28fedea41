import { createLogger } from '@skyshelf/telemetry';
import { eventually } from '@skyshelf/testing';
import { expect, it, onTestFinished } from 'vitest';
import { superviseServers } from './backends.js';

const logger = createLogger({ service: 'test', level: 'silent' });

function server(name: string) {
  const state = { name, alive: true, starts: 0, tries: 0, failing: false };
  return {
    state,
    kept: {
      name,
      pid: () => (state.alive ? 1 : 0),
      start: async () => {
        state.tries += 1;
        if (state.failing) throw new Error('no');
        state.alive = true;
        state.starts += 1;
      },
    },
  };
}

it('starts a server again that ended unasked, also when that fails at first, and leaves the others alone', async () => {
  const one = server('kafka-1');
  const two = server('s3');
  const stop = superviseServers([one.kept, two.kept], (pid) => pid === 1, logger);
  onTestFinished(stop);
  one.state.failing = true;
  one.state.alive = false;
  await eventually(() => one.state.tries > 0);
  one.state.failing = false;
  await eventually(() => one.state.starts === 1);
  expect(two.state.tries).toBe(0);
});

it('starts nothing again when it is told to end', async () => {
  const { kept, state } = server('mongod-1');
  const stop = superviseServers([kept], (pid) => pid === 1, logger);
  await stop();
  state.alive = false;
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.tries).toBe(0);
});

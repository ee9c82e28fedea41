import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { runSource, testDatabase } from '@skyshelf/testing';
import { expect, it } from 'vitest';

/** Megabytes that live long; the program alone has half of it. */
const HEAP_MB = 48;
const EVENTS = 500;
/** All of them together are more than the heap. */
const BYTES = 100_000;

it('a process with less memory than a drive has events brings it back, rebuilds, checks and reads it', async () => {
  const { name, uri, drop } = await testDatabase('small_memory');
  try {
    const program = join(import.meta.dirname, '../../testing/large-drive.ts');
    const args = [uri, name, String(EVENTS), String(BYTES)];
    const child = runSource(program, args, [`--max-old-space-size=${HEAP_MB}`]);
    const [said, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
    expect(code).toBe(0);
    expect(JSON.parse(said)).toEqual({ rows: EVENTS, difference: null, read: EVENTS });
  } finally {
    await drop();
  }
}, 120_000);

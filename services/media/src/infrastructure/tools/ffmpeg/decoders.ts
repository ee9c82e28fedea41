import { tmpdir } from 'node:os';
import { programPath } from '../program-tool.js';
import { runTool } from '../run-tool.js';
import type { ChildLimits } from '../start-child.js';

const limits: ChildLimits = { cpuSeconds: 10, memoryMb: 1024, fileBytes: 512, nice: 5 };
/** A line of `ffmpeg -codecs`: `D` decodes. */
const DECODED = /^ D\S{5} (\S+)/gm;

let listed: Promise<ReadonlySet<string>> | undefined;

/** Names of codecs that the ffmpeg of this machine decodes. Throws as `runTool`. */
export const decodedCodecs = (): Promise<ReadonlySet<string>> =>
  (listed ??= listCodecs().catch((error: unknown) => {
    listed = undefined;
    throw error;
  }));

async function listCodecs(): Promise<ReadonlySet<string>> {
  const command = { program: programPath('ffmpeg'), args: ['-v', 'error', '-codecs'], folder: tmpdir() };
  // It serves all who ask: no one of them ends it.
  const { output } = await runTool({ ...command, limits, signal: AbortSignal.timeout(60_000) });
  return new Set([...output.matchAll(DECODED)].map(([, name = '']) => name));
}

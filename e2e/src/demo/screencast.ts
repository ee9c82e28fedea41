import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';

export interface Film {
  seconds: number;
  /** Writes it as H.264 that every browser plays. */
  writeTo(path: string): Promise<void>;
  dispose(): void;
}

const FRAMES_A_SECOND = 30;
const encoding =
  '-c:v libx264 -preset medium -tune animation -crf 26 -pix_fmt yuv420p -movflags +faststart -an -map_metadata -1';

/**
 * Records what a page paints while `story` goes on. The browser sends a picture whenever something has
 * changed, with its time.
 */
export async function record(page: Page, story: () => Promise<void>): Promise<Film> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-demo-'));
  const session = await page.context().newCDPSession(page);
  const frames: { file: string; at: number }[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(5, '0')}.jpg`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    frames.push({ file, at: metadata.timestamp ?? 0 });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const limits = { maxWidth: size.width, maxHeight: size.height };
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 96, everyNthFrame: 1, ...limits });
  await story();
  const end = Date.now() / 1000;
  await session.send('Page.stopScreencast');
  const begin = frames[0]?.at ?? end;
  const list = frames.flatMap(({ file, at }, index) => [
    `file '${file}'`,
    `duration ${Math.max(0.001, (frames[index + 1]?.at ?? end) - at).toFixed(4)}`,
  ]);
  // ffmpeg takes the last duration only when its picture is named once more.
  list.push(`file '${frames.at(-1)?.file}'`);
  const listing = join(folder, 'frames.txt');
  writeFileSync(listing, list.join('\n'));
  return {
    seconds: end - begin,
    async writeTo(path) {
      const input = ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', listing];
      const filter = ['-vf', `fps=${FRAMES_A_SECOND},scale=${size.width}:${size.height}`];
      await promisify(execFile)('ffmpeg', [...input, ...filter, ...encoding.split(' '), path]);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '@skyshelf/stack';
import { apiClient, eventually, launchSkyshelf, uploadFile, type LaunchedSkyshelf } from '@skyshelf/testing';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, launchChromium, newPerson } from '../browser.js';
import { drop } from '../drop-file.js';
import { sampleImage } from '../sample-image.js';
import { collectedSpans, type CollectedSpan } from './collected-spans.js';
import { askers, further, shown, steps, writesOfEvents } from './upload-trace.js';

const NAME = 'quintessence';
const FILE = 'a day nobody must know of.png';
/** Spans are sent each second, by up to ten processes on a busy machine. */
const PATIENCE = { timeoutMs: 60_000, intervalMs: 200 };

describe('one upload, seen by an OpenTelemetry collector', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-trace-'));
  let stack: Stack;
  let skyshelf: LaunchedSkyshelf;
  let browser: Browser;
  let spans: CollectedSpan[];

  const collector = () => stack.otlp ?? expect.unreachable('the stack has no collector');
  const traceOfUpload = (): CollectedSpan[] => {
    const all = collectedSpans(collector().traces);
    const root = all.find((span) => shown(span) === 'skyshelf-web: upload');
    return all.filter(({ traceId }) => traceId === root?.traceId);
  };
  const parentOf = (span: CollectedSpan): string => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent ? shown(parent) : 'nothing';
  };

  beforeAll(async () => {
    stack = await startStack({ folder, mongod: 0, kafka: 0, s3: null, otlp: true });
    skyshelf = await launchSkyshelf({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector().endpoint, OTEL_METRIC_EXPORT_INTERVAL: '2000' },
      readyWithinMs: 200_000,
    });
    browser = await launchChromium();
    const page = await (await newPerson(browser)).newPage();
    page.setDefaultTimeout(100_000);
    await enter(page, skyshelf, await skyshelf.token(NAME));
    await page.getByText('Your shelf is ready').waitFor();
    await drop(page, FILE, 'image/png', await sampleImage(800, 600, 'png'));
    const picture = page.getByRole('option', { name: FILE }).locator('img[src*="/files/Cloud/"]');
    await picture.waitFor();
    await eventually(() => {
      spans = traceOfUpload();
      const seen = new Set(spans.map((span) => `${shown(span)} of ${parentOf(span)}`));
      const expected = steps.flatMap(([step, ...parents]) => parents.map((parent) => `${step} of ${parent}`));
      const missing = expected.filter((step) => !seen.has(step));
      if (missing.length > 0) throw new Error(`The collector has not seen: ${missing.join('; ')}`);
      // Each process sends on its own: one's spans come before those they hang on.
      const early = spans.filter((span) => span.parentSpanId !== null && parentOf(span) === 'nothing');
      if (early.length > 0) throw new Error(`Without what they hang on: ${early.map(shown).join('; ')}`);
    }, PATIENCE);
  });
  afterAll(async () => {
    await browser?.close();
    await skyshelf?.dispose();
    await stack?.wipe();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is one trace that begins in the page', () => {
    expect(spans.filter((span) => parentOf(span) === 'nothing').map(shown)).toEqual(['skyshelf-web: upload']);
    expect(spans.find(({ parentSpanId }) => parentSpanId === null)?.attributes).toMatchObject({
      'skyshelf.outcome': 'done',
      'skyshelf.files': '1',
    });
  });

  it('hangs each step on the one that caused it', () => {
    const allowed = new Map<string, string[]>();
    for (const [step, ...parents] of [...steps, ...further])
      allowed.set(step, [...(allowed.get(step) ?? []), ...parents]);
    const own = spans.filter((span) => span.parentSpanId !== null && !('db.system.name' in span.attributes));
    for (const span of own) expect(allowed.get(shown(span)), shown(span)).toContain(parentOf(span));
    for (const [step, ...parents] of steps) {
      const found = own.filter((span) => shown(span) === step).map(parentOf);
      expect(found, step).toEqual(expect.arrayContaining(parents));
    }
  });

  it('shows the commands of MongoDB below what asked for them', () => {
    const commands = spans.filter(({ attributes }) => attributes['db.system.name'] === 'mongodb');
    for (const command of commands) expect(askers, shown(command)).toContain(parentOf(command));
    const names = commands.map(shown);
    for (const write of writesOfEvents) expect(names).toContain(write);
    const databases = new Set(commands.map(({ attributes }) => attributes['db.namespace']));
    for (const service of ['catalog', 'storage', 'media'])
      expect([...databases].filter((name) => name?.endsWith(`skyshelf_${service}`))).toHaveLength(1);
  });

  it('comes with the figures of each service, the same as at /metrics', async () => {
    await eventually(() => {
      const sent = readFileSync(collector().metrics, 'utf8');
      for (const service of ['gateway', 'catalog', 'storage', 'media'])
        if (!sent.includes(`{"key":"service","value":{"stringValue":"${service}"}}`))
          throw new Error(`Nothing of ${service} yet`);
      for (const name of ['skyshelf_http_request_duration_seconds', 'skyshelf_outbox_age_seconds'])
        expect(sent).toContain(`"name":"${name}"`);
    }, PATIENCE);
  });

  it('names no one and nothing of theirs', () => {
    const all = readFileSync(collector().traces, 'utf8') + readFileSync(collector().metrics, 'utf8');
    for (const word of [NAME, FILE, 'nobody must know']) expect(all).not.toContain(word);
  });

  it('is found again in the log of a service far from the page', async () => {
    const trace = 'c0ffee'.padEnd(32, '1');
    const headers = { traceparent: `00-${trace}-${'2'.repeat(16)}-01` };
    const client = apiClient(skyshelf.url, await skyshelf.token('somebody'));
    const bytes = Buffer.from('\x89PNG\r\n\x1a\n and then nothing of a picture', 'latin1');
    const file = { name: 'broken.png', type: 'image/png', bytes };
    await uploadFile(
      {
        ...client,
        call: (route, call) => client.call(route, { ...call, headers: { ...call?.headers, ...headers } }),
      },
      file,
    );
    const logs = join(skyshelf.dataFolder, 'logs');
    const line = await eventually(() => {
      const lines = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'));
      return lines.find((each) => each.includes('"service":"media"') && each.includes(trace)) ?? false;
    }, PATIENCE);
    expect(JSON.parse(line)).toMatchObject({ level: 'info', service: 'media', trace });
    client.close();
  });
});

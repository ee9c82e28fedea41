import { extname } from 'node:path';
import { routes } from '@skyshelf/contracts';
import { generatedDocuments } from '@skyshelf/media/documents';
import { apiClient, eventually, uploadFile, type ApiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { atMost, percentile, rounded, type Figure } from './figures.js';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** The types of the corpus's documents, by name. */
const documents: Record<string, string> = {
  'letter.docx': `${OFFICE}.wordprocessingml.document`,
  'table.xlsx': `${OFFICE}.spreadsheetml.sheet`,
  'slides.pptx': `${OFFICE}.presentationml.presentation`,
  'open.odt': 'application/vnd.oasis.opendocument.text',
  'rich.rtf': 'application/rtf',
  'rows.csv': 'text/csv',
};
const GOAL_MS = 3000;

/**
 * Documents of six formats, opened one after the other while nothing else is to do: how long until the
 * address of the PDF is answered.
 */
export async function benchDocuments(skyshelf: LaunchedSkyshelf, { rounds = 5 } = {}): Promise<Figure[]> {
  const client = apiClient(skyshelf.url, await skyshelf.token('reader'), { timeoutMs: 60_000 });
  try {
    const times = new Map(Object.keys(documents).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round += 1)
      for (const [name, all] of times) all.push(await openedIn(client, name, round));
    const p50 = percentile([...times.values()].flat(), 0.5);
    return [
      atMost(
        `a document of one of six formats, opened → PDF, alone, ${rounds} of each`,
        p50,
        [GOAL_MS, 'ms'],
        {
          digits: 0,
          details: Object.fromEntries([...times].map(([name, all]) => [extname(name).slice(1), told(all)])),
        },
      ),
    ];
  } finally {
    client.close();
  }
}

/** Formats median, least and most. */
const told = (all: readonly number[]): string =>
  `${rounded(percentile(all, 0.5), 0)} (${rounded(Math.min(...all), 0)} to ${rounded(Math.max(...all), 0)})`;

async function openedIn(client: ApiClient, name: string, round: number): Promise<number> {
  const bytes = generatedDocuments[name]?.();
  if (!bytes) throw new Error(`The corpus has no ${name}.`);
  const file = { name: `${round} ${name}`, type: documents[name] ?? '', bytes };
  const { _id: id, linkurl } = await uploadFile(client, file);
  const isIdle = async () => (await client.call(routes.listJobs)).open === 0;
  await eventually(isIdle, { timeoutMs: 60_000 });
  const begun = performance.now();
  const open = () => client.call(routes.convertDocument, { body: { id, linkurl: linkurl ?? '' } });
  await eventually(async () => 'ok' in (await open()), { timeoutMs: 120_000 });
  const took = performance.now() - begun;
  await eventually(isIdle, { timeoutMs: 60_000 });
  return took;
}

import { buffer } from 'node:stream/consumers';
import { entriesOf } from '@skyshelf/operations';

/** What two exports of one drive have in common: all entries but the moment of the export, and the sum over it. */
export async function archiveContent(file: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for await (const { name, body } of entriesOf(file)) content[name] = (await buffer(body)).toString('latin1');
  const { at: _, ...manifest } = JSON.parse(content['manifest.json'] ?? '{}') as Record<string, unknown>;
  const { 'end.json': __, ...entries } = content;
  return { ...entries, 'manifest.json': JSON.stringify(manifest) };
}

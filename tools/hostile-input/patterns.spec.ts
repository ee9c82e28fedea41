import { describe, expect, it } from 'vitest';
import { hostileTexts, tooSlow, type HostileText } from './hostile-texts.js';
import { productPatterns } from './patterns-of.js';

/** Files whose patterns take longer, and what they see instead of input of any size. */
const NO_INPUT: Readonly<Record<string, string>> = {
  'apps/local-identity/src/known-names.ts': 'a name that was cut to 60 characters before',
  'libs/telemetry/src/tracing.ts': 'the address of a collector, a setting',
  'services/gateway/src/http/index-page.ts': 'the page as it was built',
};

/** Files that put patterns together, and why these need no test of their own here. */
const PUT_TOGETHER: Readonly<Record<string, string>> = {
  'apps/companion/src/companion-routes.ts': 'method and path of a request, at most 16 KB',
  'apps/companion/src/upload-relay.ts': 'the one address of our own, letter by letter',
  'apps/operations/src/rebuild/drive-position.ts': 'a word of the operator',
  'libs/config/src/kinds.ts': 'a setting of at most 4,096 characters',
  'libs/contracts/src/api/gateway/trace.ts': 'so many hexadecimal digits, nothing repeated without end',
  'libs/contracts/src/rules/content-type.ts':
    'words side by side, nothing repeated; decideContentType is a reader',
  'libs/contracts/src/rules/mail.ts': 'at most 254 characters, which is asked before',
  'libs/http/src/unknown-address.ts': 'unknownAddress is a reader',
  'libs/service/src/process/process.config.ts': 'a setting',
  'services/catalog/src/application/bookmarks/bookmark-tokens.ts':
    'a name of bounded length, sought at one place; read-bookmarks.spec reads hostile files',
  'services/catalog/src/domain/search-words.ts': 'searchWords is a reader',
  'services/media/src/infrastructure/workspaces.ts': 'names of folders of our own',
  'web/src/features/windows/viewers/text/use-find.ts': 'words that are sought, letter by letter',
};

/** Long runs of what stands in the pattern itself, behind its own beginning. */
function textsFor({ source }: RegExp): HostileText[] {
  const plain = source.replaceAll(/\\[pP]\{[^}]*\}|\\[a-zA-Z]|[\\^$()[\]{}|*+?]/g, ' ');
  const units = [...new Set([...plain, ...plain.split(' ')])].filter((each) => each.trim());
  const [begin = ''] = /^[\w:/@"=<# -]*/.exec(source.replace(/^\^/, '').replaceAll('\\/', '/')) ?? [];
  return hostileTexts({ units, begin });
}

function slowness(pattern: RegExp): string | null {
  const read = (text: string) => (pattern.global ? text.replace(pattern, '') : pattern.test(text));
  return tooSlow(read, textsFor(pattern));
}

const found = productPatterns();

describe('every pattern of the product takes at most 5 ms for 64 KB of anything', () => {
  const seeing = found.filter(({ path }) => !(path in NO_INPUT));
  const byFile = Map.groupBy(seeing, ({ path }) => path);
  it.each([...byFile])('%s', (_, patterns) => {
    for (const { pattern } of patterns) if (pattern) expect(slowness(pattern), String(pattern)).toBeNull();
  });

  it('those that are put together are known, each with a reason', () => {
    const paths = found.filter(({ pattern }) => pattern === null).map(({ path }) => path);
    expect([...new Set(paths)].toSorted()).toEqual(Object.keys(PUT_TOGETHER).toSorted());
  });

  it('no exception outlives its pattern', () => {
    const paths = new Set(found.map(({ path }) => path));
    expect(Object.keys(NO_INPUT).filter((path) => !paths.has(path))).toEqual([]);
  });

  it('a pattern that looks a hundred times at each letter is found', () => {
    expect(slowness(/[.-]{1,100}x/)).toContain('ms for 64 KB');
  });
});

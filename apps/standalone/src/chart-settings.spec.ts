import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serviceNames } from '@skyshelf/contracts';
import { services } from '@skyshelf/services';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { chartSettings, renderChartSettings } from './chart-settings.js';

const chart = resolve(import.meta.dirname, '../../../deploy/helm/skyshelf');
const read = (file: string) => readFileSync(resolve(chart, file), 'utf8');

interface Facts {
  program: keyof typeof services | 'companion';
  role?: string;
  calls: string[];
  servers: string[];
}
const facts = parse(read('files/services.yaml')) as Record<string, Facts>;

describe('what the chart knows of the services', () => {
  it('stands in files/settings.json as it is (npm run generate)', () => {
    expect(read('files/settings.json')).toBe(renderChartSettings());
  });

  it('is set in one way only: by a value of the chart, or by its name', () => {
    const templates = readdirSync(resolve(chart, 'templates')).filter((file) => file.endsWith('.tpl'));
    const set = templates.flatMap((file) =>
      [...read(`templates/${file}`).matchAll(/set \$(?:plain|secret) "([A-Z][A-Z0-9_]+)"/g)].map(
        ([, name]) => name,
      ),
    );
    expect(set.length).toBeGreaterThan(25);
    const { settings } = chartSettings();
    const refused = [...read('templates/_check.tpl').matchAll(/hasKey \$values\.settings "([A-Z_]+)"/g)];
    const known = ['IDENTITY_PROVIDERS', ...refused.map(([, name]) => name)];
    expect(set.filter((name) => name && name in settings && !known.includes(name))).toEqual([]);
  });

  it('has every service, media once for each of its roles and once for none', () => {
    const programs = Object.values(facts).map(({ program }) => program);
    expect(new Set(programs)).toEqual(new Set([...serviceNames, 'companion']));
    const roles = Object.values(facts).map(({ role }) => role);
    expect(roles.filter(Boolean)).toEqual(['thumbnail', 'video', 'document', 'website']);
  });

  it('lets each call who signs its tokens and whose events it acts on, and reach the servers that it uses', () => {
    for (const [key, { program, calls, servers }] of Object.entries(facts)) {
      if (program === 'companion') continue;
      const { name, consumes, publishes, objects } = services[program];
      const asked = [...(name === 'gateway' ? [] : ['gateway']), ...consumes];
      expect(
        asked.filter((each) => !calls.includes(each)),
        key,
      ).toEqual([]);
      const used = [
        'mongodb',
        ...(publishes || consumes.length > 0 ? ['kafka'] : []),
        ...(objects ? ['s3'] : []),
      ];
      expect(servers, key).toEqual(used);
    }
    expect(serviceNames.filter((name) => name !== 'gateway' && !facts.gateway?.calls.includes(name))).toEqual(
      [],
    );
  });
});

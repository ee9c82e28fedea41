export interface ProcessMetrics {
  /** `catalog-1` */
  process: string;
  text: string;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(\{(.*)\})? (.*)$/;

interface Family {
  head: string[];
  samples: string[];
}

/** Prometheus' text format 0.0.4, with the label `process`; a metric's lines stay together. */
export function mergeMetrics(all: readonly ProcessMetrics[]): string {
  const families = new Map<string, Family>();
  for (const { process, text } of all) {
    let current = '';
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const described = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1];
      if (described !== undefined) {
        current = described;
        const { head } = familyOf(families, current);
        if (!head.includes(line)) head.push(line);
        continue;
      }
      const sample = SAMPLE.exec(line);
      if (!sample) continue;
      const [, name = '', , labels, value = ''] = sample;
      const family = current !== '' && name.startsWith(current) ? current : name;
      const labelled = [`process="${process}"`, labels].filter(Boolean).join(',');
      familyOf(families, family).samples.push(`${name}{${labelled}} ${value}`);
    }
  }
  return `${[...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n')}\n`;
}

function familyOf(families: Map<string, Family>, name: string): Family {
  const family = families.get(name) ?? { head: [], samples: [] };
  families.set(name, family);
  return family;
}

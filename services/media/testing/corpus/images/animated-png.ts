import { crc32 } from 'node:zlib';

interface Chunk {
  name: string;
  data: Buffer;
}

function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield { name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

function written({ name, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const numbers = (...values: number[]): Buffer => {
  const data = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => data.writeUInt32BE(value, index * 4));
  return data;
};

/** One file of several PNGs of one size, each shown for a tenth of a second (PNG, third edition, section 11.3.6). */
export function animatedPng(frames: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = frames;
  let sequence = 0;
  const width = first.readUInt32BE(16);
  const height = first.readUInt32BE(20);
  const control = (): Chunk => ({
    name: 'fcTL',
    data: Buffer.concat([numbers(sequence++, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]),
  });
  const head = [...chunksOf(first)].filter(({ name }) => name === 'IHDR');
  const shown = frames.flatMap((frame, index) => [
    control(),
    ...[...chunksOf(frame)]
      .filter(({ name }) => name === 'IDAT')
      .map(({ data }) =>
        index === 0
          ? { name: 'IDAT', data }
          : { name: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) },
      ),
  ]);
  const all: Chunk[] = [
    ...head,
    { name: 'acTL', data: numbers(frames.length, 0) },
    ...shown,
    { name: 'IEND', data: Buffer.alloc(0) },
  ];
  return Buffer.concat([first.subarray(0, 8), ...all.map(written)]);
}

const SECTOR = 512;

interface Stream {
  name: string;
  bytes: Buffer;
}

const nameOf = (name: string): Buffer => {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  return entry;
};

/** MS-CFB: one sector of streams' names, then the streams; enough to be told apart, not to be opened. */
export function compoundDocument(streams: readonly Stream[]): Buffer {
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(0xfffffffe, 4);
  let sector = 2;
  const padded: Buffer[] = [];
  const entries = [{ name: 'Root Entry', bytes: Buffer.alloc(0) }, ...streams].map(({ name, bytes }) => {
    const entry = nameOf(name);
    entry.writeUInt32LE(sector, 116);
    entry.writeUInt32LE(bytes.length, 120);
    const sectors = Math.ceil(bytes.length / SECTOR);
    padded.push(Buffer.concat([bytes], sectors * SECTOR));
    sector += sectors;
    return entry;
  });
  return Buffer.concat([header, table, Buffer.concat(entries, SECTOR), ...padded]);
}

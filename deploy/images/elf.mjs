import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const DYNAMIC = 2;
const LOAD = 1;
const NEEDED = 1n;
const STRING_TABLE = 5n;

/**
 * The names of the libraries that a program or library of Linux is linked to (64 bits, little endian: x64 and arm64).
 * @returns an empty list for any other file
 */
export function neededLibraries(path) {
  if (!isElf(path)) return [];
  const file = readFileSync(path);
  const segments = segmentsOf(file);
  const dynamic = segments.find(({ type }) => type === DYNAMIC);
  if (!dynamic) return [];
  const entries = [];
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16)
    entries.push([file.readBigInt64LE(at), Number(file.readBigUInt64LE(at + 8))]);
  const strings = entries.find(([tag]) => tag === STRING_TABLE)?.[1];
  if (strings === undefined) return [];
  const start = offsetOf(strings, segments);
  return entries.filter(([tag]) => tag === NEEDED).map(([, at]) => textAt(file, start + at));
}

/** The machines that programs are for, by their number in ELF. */
const MACHINES = { 62: 'x64', 183: 'arm64' };

/**
 * Reads for which of Node's architectures a program or library of Linux is made.
 * @returns undefined for any other file; the number of a machine that has no images
 */
export function machineOf(path) {
  const head = headOf(path);
  if (head.toString('latin1', 0, 4) !== '\x7fELF') return undefined;
  const machine = head.readUInt16LE(18);
  return MACHINES[machine] ?? String(machine);
}

const isElf = (path) =>
  headOf(path)
    .subarray(0, 6)
    .equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]));

function headOf(path) {
  const head = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head;
}

function segmentsOf(file) {
  const start = Number(file.readBigUInt64LE(32));
  const size = file.readUInt16LE(54);
  const count = file.readUInt16LE(56);
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    const [offset, address, length] = [8, 16, 32].map((field) => Number(file.readBigUInt64LE(at + field)));
    return { type: file.readUInt32LE(at), offset, address, size: length };
  });
}

/** Converts an address into a position in the file. */
function offsetOf(address, segments) {
  const holder = segments.find(
    (each) => each.type === LOAD && address >= each.address && address < each.address + each.size,
  );
  return holder ? address - holder.address + holder.offset : address;
}

const textAt = (file, start) => file.toString('latin1', start, file.indexOf(0, start));

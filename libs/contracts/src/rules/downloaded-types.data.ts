import type { FileTypeRow } from './file-type.js';

const named = (types: string): FileTypeRow[] => types.split(/\s+/).map((type) => ({ type }));

/** No browser draws them, and none of media's tools. */
export const undrawnImages: readonly FileTypeRow[] = [
  { type: 'image/jp2', extensions: 'jp2' },
  { type: 'image/vnd.ms-photo', extensions: 'jxr wdp' },
  { type: 'image/vnd.dwg', extensions: 'dwg' },
  { type: 'image/x-xcf', extensions: 'xcf' },
  { type: 'image/x-adobe-dng', extensions: 'dng' },
  { type: 'image/x-canon-cr2', extensions: 'cr2' },
  { type: 'image/x-canon-cr3', extensions: 'cr3' },
  { type: 'image/x-fujifilm-raf', extensions: 'raf' },
  { type: 'image/x-nikon-nef', extensions: 'nef' },
  { type: 'image/x-olympus-orf', extensions: 'orf' },
  { type: 'image/x-panasonic-rw2', extensions: 'rw2' },
  { type: 'image/x-sony-arw', extensions: 'arw' },
  ...named('image/bpg image/flif image/icns image/j2c image/jls image/jpm image/jpx image/ktx image/mj2'),
];

export const unplayedSounds: readonly FileTypeRow[] = [
  { type: 'audio/amr', extensions: 'amr' },
  { type: 'audio/ape', extensions: 'ape' },
  { type: 'audio/vnd.dolby.dd-raw', extensions: 'ac3' },
  { type: 'audio/wavpack', extensions: 'wv' },
  { type: 'audio/x-caf', extensions: 'caf' },
  ...named(
    'audio/qcelp audio/x-dff audio/x-dsf audio/x-it audio/x-musepack audio/x-s3m audio/x-voc audio/x-xm',
  ),
];

export const archives: readonly FileTypeRow[] = [
  { type: 'application/zip', extensions: 'zip', aliases: 'application/x-zip-compressed' },
  { type: 'application/gzip', extensions: 'gz tgz', aliases: 'application/x-gzip' },
  { type: 'application/x-tar', extensions: 'tar', aliases: 'application/x-gtar' },
  { type: 'application/x-7z-compressed', extensions: '7z' },
  {
    type: 'application/vnd.rar',
    extensions: 'rar',
    aliases: 'application/x-rar-compressed application/x-rar',
  },
  { type: 'application/x-bzip2', extensions: 'bz2', aliases: 'application/x-bzip' },
  { type: 'application/x-xz', extensions: 'xz' },
  { type: 'application/zstd', extensions: 'zst' },
  { type: 'application/x-iso9660-image', extensions: 'iso' },
  { type: 'application/x-apple-diskimage', extensions: 'dmg' },
  { type: 'application/vnd.ms-cab-compressed', extensions: 'cab' },
  ...named('application/lzip application/x-ace-compressed application/x-arj application/x-asar'),
  ...named('application/x-compress application/x-cpio application/x-deb application/x-lz4'),
  ...named('application/x-lzh-compressed application/x-rpm application/x-unix-archive'),
];

export const unshownFiles: readonly FileTypeRow[] = [
  { type: 'application/octet-stream', vague: true },
  { type: 'application/wasm', extensions: 'wasm' },
  { type: 'application/java-archive', extensions: 'jar' },
  { type: 'application/vnd.android.package-archive', extensions: 'apk' },
  { type: 'font/ttf', extensions: 'ttf' },
  { type: 'font/otf', extensions: 'otf' },
  { type: 'font/woff', extensions: 'woff' },
  { type: 'font/woff2', extensions: 'woff2' },
  ...named('font/collection model/3mf model/gltf-binary model/stl application/avro application/dicom'),
  ...named('application/java-vm application/pgp-encrypted application/vnd.apache.arrow.file'),
  ...named('application/vnd.apache.parquet application/vnd.iccprofile application/vnd.ms-fontobject'),
  ...named('application/vnd.ms-htmlhelp application/vnd.ms-outlook application/vnd.sketchup.skp'),
  ...named('application/vnd.tcpdump.pcap application/vnd.visio application/x-blender application/x-cfb'),
  ...named('application/x-elf application/x-esri-shape application/x-ft-apple.alias'),
  ...named('application/x-ft-draco application/x-ft-fbx application/x-ft-windows-registry-hive'),
  ...named('application/x-google-chrome-extension application/x-indesign application/x-jmp-data'),
  ...named('application/x-mach-binary application/x-mie application/x-mobipocket-ebook'),
  ...named('application/x-ms-regedit application/x-ms-shortcut application/x-msdownload'),
  ...named('application/x-nintendo-nes-rom application/x-shockwave-flash application/x-spss-sav'),
  ...named('application/x-sqlite3 application/x-xpinstall'),
];

/** Figures of the specification (file-manager §5 and §9, surroundings §9) and of docs/architecture.md. Bytes unless a name says otherwise. */
export const limits = {
  /** Largest file that can be uploaded (500 MiB). */
  maxUploadBytes: 524_288_000,
  /** Files in one upload batch. */
  maxFilesPerBatch: 10,
  /** Files in one download. */
  maxDownloadFiles: 5,
  /** Uploads of one browser at the same time. */
  parallelUploads: 5,
  /** Up to here bytes go through the service in one request; above, in parts. */
  maxSingleRequestBytes: 8 * 1024 * 1024,
  /** All files of a bundle together. */
  maxBundleBytes: 8 * 1024 * 1024,
  /** What says which files a bundle holds: the path of a folder and ten names. */
  maxBundleHeadBytes: 256 * 1024,
  /** Size of each part of a larger upload; the last may be smaller. S3 refuses parts under 5 MiB. */
  partBytes: 8 * 1024 * 1024,
  /** The free plan (250 MiB). */
  freePlanBytes: 250 * 1024 * 1024,
  maxNameCharacters: 255,
  /** Of a name as it is typed, with all that will be taken out of it. */
  maxTypedNameCharacters: 4096,
  maxUrlCharacters: 4096,
  maxTags: 50,
  maxTagCharacters: 60,
  /** Levels a walk to the root may take; not arriving means: not found. */
  maxDepth: 128,
  maxElementsPerDrive: 2_000_000,
  /** Elements that one transaction deletes or copies; more become a process in chunks. */
  maxElementsPerTransaction: 200,
  maxIdsPerCommand: 1000,
  /** So long a deletion can be undone, seconds. */
  maxHoldSeconds: 60,
  /** Elements that a page names at a time as those that it shows. */
  maxPrioritizedElements: 100,
  /** Videos that one playlist brings. */
  maxPlaylistItems: 50,
  /** Largest file of bookmarks (64 MiB). */
  maxBookmarksBytes: 64 * 1024 * 1024,
  /** Folders in one file of bookmarks. */
  maxBookmarkFolders: 100_000,
  /** Bookmarks that could not be imported, of those that are listed. */
  maxRefusedBookmarks: 10_000,
  /** So long an import's result is kept. */
  importResultMs: 7 * 24 * 3600_000,
  /** Largest event in JSON: what the broker takes in one message, with room to spare. */
  maxEventBytes: 768 * 1024,
  /** Of a folder, in one answer that was asked for in pages. */
  maxPageElements: 1000,
  /** How long a call waits for a document's PDF before it answers `wait`, milliseconds. */
  documentWaitMs: 20_000,
  /** Validity of an access token (14 days), milliseconds. */
  sessionMs: 1_209_600_000,
  grantMs: 24 * 3600_000,
  /** So long after its start an upload may go on, with a renewed grant. */
  uploadMs: 7 * 24 * 3600_000,
  /** Leave to bring a file from elsewhere, from its start to its last byte. */
  importMs: 3600_000,
  receiptMs: 24 * 3600_000,
  partUrlMs: 15 * 60_000,
  /** So long a download that broke off goes on at the address of the object store, and may begin there again. */
  downloadUrlMs: 3600_000,
  /** JSON bodies, unless a route says otherwise. */
  maxJsonBytes: 16 * 1024,
  /** With the path of a folder, which may have 32,768 characters, or two. */
  maxPathJsonBytes: 256 * 1024,
  /** With up to 1,000 elements. */
  maxBulkJsonBytes: 1024 * 1024,
} as const;

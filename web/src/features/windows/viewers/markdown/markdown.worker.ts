import { serveRequests } from '../text/worker-client.js';
import type { NoteNode } from './note-node.js';
import { readMarkdown } from './read-markdown.js';

serveRequests<string, NoteNode[]>(readMarkdown);

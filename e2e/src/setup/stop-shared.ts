import { SHARED_DOOR } from './shared-skyshelf.js';

// An idle cluster still takes a good part of two processors, which a test that promises times then lacks.
const door = process.env[SHARED_DOOR];
if (door) await fetch(door, { method: 'DELETE' });

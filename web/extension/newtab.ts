import { home } from './browser-api.js';

location.replace(home);

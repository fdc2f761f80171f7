// What every page of the studio is handed.

import { createContext } from 'svelte';
import type { Backend } from './backend.js';

export const [useBackend, provideBackend] = createContext<Backend>();

// The studio in a browser. A server of fairfront says that it is there; without one the page does the work itself.

import { mount } from 'svelte';
import '../style.css';
import './app.css';
import App from './App.svelte';
import type { Backend } from './backend.js';

async function openBackend(): Promise<Backend> {
  const said = document.querySelector<HTMLMetaElement>('meta[name="fairfront-backend"]');
  if (said?.content === 'server') return (await import('./server-backend.js')).serverBackend();
  return (await import('./page-backend.js')).pageBackend();
}

openBackend().then((backend) => mount(App, { target: document.body, props: { backend } }));

// Wakes a report: its figures are drawn anew at the width they get and can be saved, and appendices open for print.

import { hydrate } from 'svelte';
import '../style.css';
import Page from './Page.svelte';

const page = JSON.parse(document.getElementById('page')!.textContent);
hydrate(Page, { target: document.getElementById('report')!, props: { page } });

addEventListener('beforeprint', () => {
  for (const appendix of document.querySelectorAll<HTMLDetailsElement>('details.appendix')) {
    if (appendix.open) continue;
    appendix.open = true;
    addEventListener('afterprint', () => (appendix.open = false), { once: true });
  }
});

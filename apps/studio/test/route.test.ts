import { expect, it } from 'vitest';
import { parseRoute, to } from '../src/app/route.js';

const hostile = ['plain', 'a/b', 'a,b', '50% #1?', '<script>', 'ü 𝒳', '..', '"'];

it('an address names the page it was made for, whatever the names hold', () => {
  for (const id of hostile) {
    expect(parseRoute(to.data(id))).toEqual({ page: 'data', data: id });
    expect(parseRoute(to.run(id))).toEqual({ page: 'run', id });
    expect(parseRoute(to.front(id))).toEqual({ page: 'front', id });
    expect(parseRoute(to.decide(id))).toEqual({ page: 'decide', id });
  }
  expect(parseRoute(to.compare(hostile))).toEqual({ page: 'compare', ids: hostile });
});

it('no address is home, and a wrong one is no page', () => {
  expect(parseRoute('')).toEqual({ page: 'home' });
  expect(parseRoute(to.home)).toEqual({ page: 'home' });
  for (const wrong of ['#/data', '#/data/', '#/run/a/b', '#/run/a/front/c', '#/compare/', '#/x', '#/run/%']) {
    expect(parseRoute(wrong), wrong).toEqual({ page: 'unknown' });
  }
});

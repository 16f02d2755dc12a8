import assert from 'node:assert/strict';
import { moreCount, PageWindow } from '../../../src/core/outline/pageWindow.ts';

describe('page window', () => {
  it('shows a short list whole', () => {
    assert.deepEqual(new PageWindow('end').span(5), { start: 0, end: 5 });
    assert.deepEqual(new PageWindow('start').span(200), { start: 0, end: 200 });
    assert.deepEqual(new PageWindow('end').span(0), { start: 0, end: 0 });
  });

  it('shows the last page of a run, and a page more on request', () => {
    const page = new PageWindow('end');
    assert.deepEqual(page.span(4512), { start: 4312, end: 4512 });
    assert.equal(moreCount(4312), 200);
    page.more('before', 4512);
    assert.deepEqual(page.span(4512), { start: 4112, end: 4512 });
  });

  it('shows the first page of a list of branches, and a page more on request', () => {
    const page = new PageWindow('start');
    assert.deepEqual(page.span(450), { start: 0, end: 200 });
    page.more('after', 450);
    page.more('after', 450);
    assert.deepEqual(page.span(450), { start: 0, end: 450 });
    assert.equal(moreCount(50), 50);
  });

  it('goes on with a run that grows, and lets go of what is far above', () => {
    const page = new PageWindow('end');
    page.span(300);
    assert.deepEqual(page.span(310), { start: 100, end: 310 });
    assert.deepEqual(page.span(5000), { start: 4000, end: 5000 });
  });

  it('keeps what was asked for when a run grows', () => {
    const page = new PageWindow('end');
    for (let times = 0; times < 7; times++) page.more('before', 3000);
    assert.deepEqual(page.span(3001), { start: 1400, end: 3001 });
  });

  it('goes to a far row and extends to a near one', () => {
    const page = new PageWindow('end');
    page.include(4700, 5000);
    assert.deepEqual(page.span(5000), { start: 4600, end: 5000 });
    page.include(50, 5000);
    assert.deepEqual(page.span(5000), { start: 0, end: 150 });
    page.include(160, 5000);
    assert.deepEqual(page.span(5000), { start: 0, end: 260 });
    page.more('after', 5000);
    assert.deepEqual(page.span(5000), { start: 0, end: 460 });
    page.include(4999, 5000);
    assert.deepEqual(page.span(5001), { start: 4899, end: 5001 });
  });

  it('shows the end of a list that became a shorter one', () => {
    const page = new PageWindow('end');
    page.span(5000);
    assert.deepEqual(page.span(300), { start: 100, end: 300 });
  });
});

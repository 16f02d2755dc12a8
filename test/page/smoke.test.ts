import assert from 'node:assert/strict';

describe('page', () => {
  it('will be tested here', () => {
    assert.ok(true);
  });
});

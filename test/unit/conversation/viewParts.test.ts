import assert from 'node:assert/strict';
import { message } from './support.ts';
import { ready, user, viewed } from './viewed.ts';

describe('ConversationView: the rest of texts, pictures', () => {
  it('gives texts in slices, and says when there is none', async () => {
    const { take, last, stamp } = await viewed([user('u', null, 'é'.repeat(1_200_000))]);
    await take(ready);
    const ref = { row: 0, at: 'b0' };
    await take({ type: 'text', stamp: stamp(), request: 1, ref, from: 1_000_000 });
    assert.deepEqual([last('text').text.length, last('text').total], [200_000, 1_200_000]);
    await take({ type: 'text', stamp: stamp(), request: 2, ref: { row: 0, at: 'b7' }, from: 0 });
    assert.deepEqual([last('failed').request, last('failed').message], [2, 'gone']);
    await take({ type: 'text', stamp: stamp(), request: 3, ref: { row: 77, at: 'b0' }, from: 0 });
    assert.equal(last('failed').request, 3);
  });

  it('gives pictures that are pictures', async () => {
    const image = (mimeType: string, data: string): object => ({ type: 'image', mimeType, data });
    const content = [
      image('image/png', 'iVBORw0KGgo='),
      image('image/svg+xml', 'PHN2Zz4='),
      image('image/png', '"><b>'),
    ];
    const { take, last, stamp, sent } = await viewed([message('u', null, 'user', content as never)]);
    await take(ready);
    for (const index of [0, 1, 2]) {
      await take({ type: 'image', stamp: stamp(), request: index, ref: { row: 0, at: `b${index}` } });
    }
    assert.deepEqual([last('image').request, last('image').data], [0, 'iVBORw0KGgo=']);
    assert.equal(sent.filter(({ type }) => type === 'failed').length, 2);
  });
});

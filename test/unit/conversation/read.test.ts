import assert from 'node:assert/strict';
import { readBody } from '../../../src/conversation/answers.ts';
import { messageHtml, pageHtml } from '../../../src/conversation/html.ts';
import { recordsAsJson, sizeOf } from '../../../src/conversation/pathJson.ts';
import { copyText, readPart } from '../../../src/core/conversation.ts';
import type { Field, Part, PartRef } from '../../../src/core/conversation.ts';
import { call, conversation, jsonl, message, piSession, result } from './support.ts';

describe('Reading parts whole', () => {
  it('finds every part that an item names by its ref', async () => {
    const { items, session } = await conversation([
      message('u', null, 'user', [{ type: 'text', text: 'hello' }, { type: 'odd' }]),
      message('a', 'u', 'assistant', [
        { type: 'thinking', thinking: 'hm' },
        {
          type: 'toolCall',
          id: 'c',
          name: 'edit',
          arguments: { edits: [{ oldText: 'a\nb' }] },
          partialJson: '{"x',
        },
      ]),
      result('r', 'a', 'c', 'out', { details: { diff: '+a\n-b', n: 1 } }),
      { id: 'm', parentId: 'r', timestamp: 1, type: 'metadata', key: 'cwd', value: '/w' },
      message('b', 'm', 'assistant', [], { errorMessage: 'no' }),
    ]);
    const refs: { ref: PartRef; text: string }[] = [];
    const add = (ref: PartRef, text: string): void => void refs.push({ ref, text });
    const addFields = (fields: readonly Field[]): void =>
      fields.forEach(({ ref, value }) => add(ref, value.text));
    const addPart = (part: Part): void => {
      if (part.type === 'call') {
        addFields(part.fields);
        if (part.raw) add({ row: part.ref.row, at: `${part.ref.at}.raw` }, part.raw.text);
        part.result?.parts.forEach(addPart);
        addFields(part.result?.details ?? []);
      } else if (part.type !== 'image') add(part.ref, part.text.text);
    };
    for (const item of items) {
      if (item.type === 'message') item.parts.forEach(addPart);
      else addFields(item.fields ?? []);
      if (item.type === 'message' && item.error) add({ row: item.row, at: 'error' }, item.error.text);
    }
    assert.ok(refs.length >= 12, `${refs.length} parts`);
    for (const { ref, text } of refs) {
      const body = await readBody(session, ref.row);
      assert.equal(body && readPart(body, ref.at), text, `${ref.row} ${ref.at}`);
    }
  });

  it('gives nothing for parts that are not there', async () => {
    const { session } = await conversation([message('u', null, 'user', 'x')]);
    const body = await readBody(session, 0);
    assert.ok(body);
    for (const at of ['b1', 'details', 'details.f0', 'record.f99', 'error', 'command', 'text']) {
      assert.equal(readPart(body, at), undefined, at);
    }
    assert.equal(await readBody(session, 5), undefined);
  });
});

describe('Copying', () => {
  const copied = async (lines: readonly unknown[], row: number): Promise<string> => {
    const { session } = await conversation(lines);
    const body = await readBody(session, row);
    return body ? copyText(body) : '';
  };

  it('takes what a message says, its calls only when it says nothing', async () => {
    const said = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'one' },
      call('c'),
      { type: 'text', text: 'two' },
    ];
    assert.equal(await copied([message('a', null, 'assistant', said)], 0), 'one\n\ntwo');
    assert.equal(await copied([message('a', null, 'assistant', [call('c')])], 0), 'read {"path": "a.ts"}');
    const bash = { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0 };
    assert.equal(
      await copied([{ id: 'b', parentId: null, timestamp: 1, type: 'message', message: bash }], 0),
      '$ ls\n\na',
    );
  });

  it('takes a note’s text, else its record', async () => {
    const name = { type: 'session_info', id: 'n', parentId: null, name: 'A name' };
    const user = { type: 'message', id: 'u', parentId: 'n', message: { role: 'user', content: 'x' } };
    assert.equal(await copied(piSession(name, user), 0), 'A name');
  });

  it('makes an array of the records as they stand in the file', async () => {
    const odd =
      '{"id":"a","parentId":null,  "timestamp":1,"type":"message","message":{"role":"user","content":"\\u00e9","n":9007199254740993,"x":1.0}}';
    const { session, scene } = await conversation([odd, message('b', 'a', 'user', 'é')]);
    const { path } = scene.plan;
    const json = (await recordsAsJson(session, path)) ?? '';
    assert.ok(json.startsWith(`[\n${odd},\n{"id":"b"`));
    assert.equal((JSON.parse(json) as unknown[]).length, 2);
    assert.ok(sizeOf(session, path) >= json.length - 5);
    assert.equal(await recordsAsJson(session, []), '[]\n');
  });

  it('reads long paths in batches', async () => {
    const lines = Array.from({ length: 1201 }, (_, i) =>
      message(`n${i}`, i ? `n${i - 1}` : null, 'user', 'x'),
    );
    const { session, scene } = await conversation(lines);
    const json = (await recordsAsJson(session, scene.plan.path)) ?? '';
    assert.equal(`${json.slice(2, -3).replaceAll(',\n', '\n')}\n`, jsonl(lines));
  });
});

describe('The page’s HTML', () => {
  const html = pageHtml({
    cspSource: 'https://csp.example',
    uri: (name) => `https://csp.example/${name}?a="b`,
    region: { language: 'de"><script>', hours: 'h23' },
    strings: { user: '</script><b>"&' },
  });

  it('has a policy that allows nothing but its own script and style, and no HTML strings', () => {
    const policy = /content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(policy, /^default-src 'none'; script-src https:\/\/csp\.example; /);
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types 'none'$/);
    assert.doesNotMatch(policy, /unsafe|\*|blob:|http:/);
  });

  it('escapes whatever it is given, and has nothing inline', () => {
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.doesNotMatch(html, /<b>|<style| on\w+=| style=/);
    assert.match(messageHtml('<img src=x onerror=1>'), /&lt;img src=x onerror=1&gt;/);
  });
});

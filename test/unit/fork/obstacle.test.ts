import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/translate.ts';
import { obstacleTo, type Grounds } from '../../../src/fork/obstacle.ts';

describe('what speaks against an agent in a terminal', () => {
  const yes = () => Promise.resolve(true);
  const no = () => Promise.resolve(false);
  const fine: Grounds = { isTrusted: true, hasProgram: yes, hasFolder: yes };
  const agent = { program: 'pi', cwd: '/w' };
  const told = (grounds: Partial<Grounds>, command: Parameters<typeof obstacleTo>[1] = agent) =>
    obstacleTo(inEnglish, command, { ...fine, ...grounds });

  it('is nothing in a trusted workspace, with the program and the folder', async () => {
    assert.equal(await told({}), undefined);
    assert.equal(await told({ hasFolder: no }, { program: 'pi' }), undefined);
  });

  it('is a workspace that is not trusted, before anything is looked for', async () => {
    const looked: string[] = [];
    const look = (what: string) => {
      looked.push(what);
      return Promise.resolve(true);
    };
    const text = await told({ isTrusted: false, hasProgram: look, hasFolder: look });
    assert.match(text ?? '', /not trusted/);
    assert.deepEqual(looked, []);
  });

  it('is a program that is not there', async () => {
    assert.match((await told({ hasProgram: no })) ?? '', /program pi was not found/);
  });

  it('is a folder that is gone, unless the agent asks for another', async () => {
    assert.match((await told({ hasFolder: no })) ?? '', /folder \/w/);
    assert.equal(await told({ hasFolder: no }, { ...agent, asksForFolder: true }), undefined);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_PLACES } from '../../../../src/formats/places/list.ts';
import { namedRoots } from '../../../../src/formats/places/named.ts';
import { rootsOf, type PlaceSystem } from '../../../../src/formats/places/roots.ts';
import { readWhereabouts } from '../../../../src/library/agents/whereabouts.ts';
import { walkRoots } from '../../../../src/library/agents/walk.ts';
import { fakeDisk } from './diskFake.ts';

const HOME = '/home/me';
const CONFIG = `${HOME}/.config`;

const system = (over: Partial<PlaceSystem> = {}, variables: Record<string, string> = {}): PlaceSystem => ({
  platform: 'linux',
  home: HOME,
  editor: undefined,
  variable: (name) => variables[name],
  ...over,
});

const agent = (id: string) => {
  const found = AGENT_PLACES.find((one) => one.id === id);
  assert.ok(found, id);
  return found;
};

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
/** A session of each kind of agent with what it says of its folder, and what lies beside it and is none. */
const LAYOUTS: Readonly<Record<string, { session: string; text: string; beside: Record<string, string> }>> = {
  'claude-code': {
    session: `${HOME}/.claude/projects/-w-proj/0b9c.jsonl`,
    text:
      line({ type: 'summary', summary: 's', leafUuid: 'x' }) +
      line({ type: 'user', uuid: 'a', cwd: '/w/proj' }),
    beside: {
      [`${HOME}/.claude/projects/-w-proj/0b9c/subagents/agent-1.jsonl`]: '{}',
      [`${HOME}/.claude/projects/-w-proj/0b9c/tool-results/t.jsonl`]: '{}',
      [`${HOME}/.claude/projects/-w-proj/agent-77.jsonl`]: '{}',
      [`${HOME}/.claude/projects/-w-proj/0b9c.meta.json`]: '{}',
      [`${HOME}/.claude/history.jsonl`]: '{}',
    },
  },
  codex: {
    session: `${HOME}/.codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00-1.jsonl`,
    text: line({
      type: 'session_meta',
      payload: { id: '1', cwd: '/w/proj', base_instructions: { text: 'x'.repeat(40_000) } },
    }),
    beside: {
      [`${HOME}/.codex/session_index.jsonl`]: '{}',
      [`${HOME}/.codex/sessions/2026/11/30/notes.jsonl`]: '{}',
      [`${HOME}/.codex/sessions/rollout-stray.txt`]: '{}',
    },
  },
  pi: {
    session: `${HOME}/.pi/agent/sessions/--w-proj--/2026_1.jsonl`,
    text: line({ type: 'session', version: 3, id: '1', cwd: '/w/proj' }),
    beside: { [`${HOME}/.pi/agent/models.jsonl`]: '{}' },
  },
  copilot: {
    session: `${HOME}/.copilot/session-state/042168ee/events.jsonl`,
    text: line({ type: 'session.start', id: 'e', parentId: null, data: { context: { cwd: '/w/proj' } } }),
    beside: {
      [`${HOME}/.copilot/session-state/042168ee/checkpoints/1.jsonl`]: '{}',
      [`${HOME}/.copilot/session-state/042168ee/other.jsonl`]: '{}',
    },
  },
  'vscode-chat': {
    session: `${CONFIG}/Code/User/workspaceStorage/abc/chatSessions/1.jsonl`,
    text: line({ kind: 0, v: { version: 3 } }),
    beside: {
      [`${CONFIG}/Code/User/workspaceStorage/abc/workspace.json`]: '{"folder":"file:///w/proj"}',
      [`${CONFIG}/Code/User/workspaceStorage/abc/chatSessions/2.json`]: '{}',
      [`${CONFIG}/Code/User/workspaceStorage/abc/chatEditingSessions/1.jsonl`]: '{}',
    },
  },
  'gemini-cli': {
    session: `${HOME}/.gemini/tmp/proj/chats/session-2026-11-30T05-20-2d56372e.jsonl`,
    text: line({ sessionId: '1', projectHash: 'ff00' }),
    beside: {
      [`${HOME}/.gemini/tmp/proj/.project_root`]: '/w/proj\n',
      [`${HOME}/.gemini/tmp/proj/chats/1/session-sub.jsonl`]: '{}',
      [`${HOME}/.gemini/tmp/proj/logs.jsonl`]: '{}',
    },
  },
  'qwen-code': {
    session: `${HOME}/.qwen/projects/-w-proj/chats/1.jsonl`,
    text: line({ uuid: 'a', parentUuid: null, type: 'user', cwd: '/w/proj' }),
    beside: { [`${HOME}/.qwen/projects/-w-proj/chats/1.runtime.json`]: '{}' },
  },
  codebuddy: {
    session: `${HOME}/.codebuddy/projects/w-proj/1.jsonl`,
    text: line({ id: 'a', type: 'message', cwd: '/w/proj' }),
    beside: {
      [`${HOME}/.codebuddy/projects/w-proj/1/subagents/agent-1.jsonl`]: '{}',
      [`${HOME}/.codebuddy/projects/w-proj/1.meta.json`]: '{}',
    },
  },
  workbuddy: {
    session: `${HOME}/.workbuddy/projects/w-proj/1.jsonl`,
    text: line({ id: 'a', type: 'message', cwd: '/w/proj' }),
    beside: {},
  },
  'kimi-code': {
    session: `${HOME}/.kimi-code/sessions/wd_proj_1/session_1/agents/main/wire.jsonl`,
    text: line({ type: 'metadata', protocol_version: '1.5' }),
    beside: {
      [`${HOME}/.kimi-code/sessions/wd_proj_1/session_1/state.json`]: '{"cwd":"/w/proj"}',
      [`${HOME}/.kimi-code/sessions/wd_proj_1/session_1/agents/agent-1/wire.jsonl`]: '{}',
      [`${HOME}/.kimi-code/session_index.jsonl`]: '{}',
    },
  },
  'factory-droid': {
    session: `${HOME}/.factory/sessions/-w-proj/1.jsonl`,
    text: line({ type: 'session_start', id: '1', cwd: '/w/proj' }),
    beside: { [`${HOME}/.factory/sessions/-w-proj/1.settings.json`]: '{}' },
  },
  'oh-my-pi': {
    session: `${HOME}/.omp/agent/sessions/--w-proj--/1.jsonl`,
    text: line({ type: 'title', title: 't' }) + line({ type: 'session', id: '1', cwd: '/w/proj' }),
    beside: {},
  },
  openclaw: {
    session: `${HOME}/.openclaw/agents/main/sessions/1.jsonl`,
    text: line({ type: 'session', id: '1', cwd: '/w/proj' }),
    beside: { [`${HOME}/.openclaw/agents/main/sessions/sessions.json`]: '{}' },
  },
};

describe("places of agents' sessions", () => {
  for (const { id, title } of AGENT_PLACES.filter((one) => one.id !== 'cursor')) {
    it(`${title}: sessions at their depth and nothing beside them; the folder that they are about`, async () => {
      const layout = LAYOUTS[id];
      assert.ok(layout, 'the test knows the layout');
      const { disk } = fakeDisk({ [layout.session]: layout.text, ...layout.beside });
      const walk = await walkRoots((path) => disk.list(path), rootsOf(agent(id), system()));
      assert.deepEqual(walk.files, [layout.session]);
      assert.equal(walk.troubles.size, 0, 'folders that are missing are no trouble');
      assert.deepEqual(await readWhereabouts(agent(id), layout.session, disk), { cwd: '/w/proj' });
    });
  }

  it('Cursor: transcripts name no folder, and none is made of their folder’s name', async () => {
    const session = `${HOME}/.cursor/projects/w-proj/agent-transcripts/1/1.jsonl`;
    const { disk } = fakeDisk({
      [session]: line({ role: 'user', message: { content: [] } }),
      [`${HOME}/.cursor/projects/w-proj/agent-transcripts/1/subagents/2.jsonl`]: '{}',
    });
    const walk = await walkRoots((path) => disk.list(path), rootsOf(agent('cursor'), system()));
    assert.deepEqual(walk.files, [session]);
    assert.deepEqual(await readWhereabouts(agent('cursor'), session, disk), {});
  });

  it('further layouts: archives, older versions, transcripts of VS Code, a hash alone', async () => {
    const files = {
      [`${HOME}/.codex/archived_sessions/rollout-a.jsonl`]: 'x',
      [`${HOME}/.qwen/projects/-w/chats/archive/2.jsonl`]: 'x',
      [`${HOME}/.kimi/sessions/aa/bb/wire.jsonl`]: 'x',
      [`${CONFIG}/Cursor/User/workspaceStorage/h/GitHub.copilot-chat/transcripts/3.jsonl`]: 'x',
      [`${CONFIG}/Code/User/globalStorage/emptyWindowChatSessions/4.jsonl`]: 'x',
      [`${HOME}/.vscode-server/data/User/workspaceStorage/h/chatSessions/5.jsonl`]: 'x',
    };
    const { disk } = fakeDisk(files);
    const found = await Promise.all(
      AGENT_PLACES.map(
        async (one) => (await walkRoots((path) => disk.list(path), rootsOf(one, system()))).files,
      ),
    );
    assert.deepEqual(found.flat().sort(), Object.keys(files).sort());
    const gemini = `${HOME}/.gemini/tmp/ff/chats/session-1.jsonl`;
    const other = fakeDisk({ [gemini]: line({ projectHash: 'ff' }) });
    assert.deepEqual(await readWhereabouts(agent('gemini-cli'), gemini, other.disk), { hash: 'ff' });
  });

  it('sidecars tell the folder where the records do not', async () => {
    const copilot = `${HOME}/.copilot/session-state/1/events.jsonl`;
    const { disk } = fakeDisk({
      [copilot]: line({ type: 'session.info', data: {}, parentId: null }),
      [`${HOME}/.copilot/session-state/1/workspace.yaml`]: 'id: 1\ncwd: "/w/proj"\nbranch: main\n',
    });
    assert.deepEqual(await readWhereabouts(agent('copilot'), copilot, disk), { cwd: '/w/proj' });
    const kimi = `${HOME}/.kimi-code/sessions/wd/session_1/agents/main/wire.jsonl`;
    const bound = fakeDisk({
      [kimi]: line({ type: 'profile.bind', environmentDisclosure: { cwd: '/w/proj' } }),
    });
    assert.deepEqual(await readWhereabouts(agent('kimi-code'), kimi, bound.disk), { cwd: '/w/proj' });
  });

  it('workspace.json: Windows drives, a workspace of several folders, what is no file', async () => {
    const session = `${CONFIG}/Code/User/workspaceStorage/a/chatSessions/1.jsonl`;
    const told = async (json: string) => {
      const { disk } = fakeDisk({
        [session]: line({ kind: 0, v: {} }),
        [`${CONFIG}/Code/User/workspaceStorage/a/workspace.json`]: json,
      });
      return (await readWhereabouts(agent('vscode-chat'), session, disk)).cwd;
    };
    assert.equal(await told('{"folder":"file:///c%3A/Users/me/My%20proj"}'), 'c:/Users/me/My proj');
    assert.equal(await told('{"workspace":"file:///w/all.code-workspace"}'), '/w/all.code-workspace');
    assert.equal(await told('{"folder":"vscode-remote://ssh/w"}'), 'vscode-remote://ssh/w');
    assert.equal(await told('{"folder":"file:///w/%zz"}'), 'file:///w/%zz');
    assert.equal(await told('not JSON'), undefined);
    assert.equal(await told('["folder"]'), undefined);
  });
});

describe("folders of agents' sessions", () => {
  const paths = (id: string, ...args: Parameters<typeof rootsOf> extends [unknown, ...infer R] ? R : never) =>
    rootsOf(agent(id), ...args).map(({ path }) => path);

  it('lie in the home folder, or where a variable says', () => {
    assert.deepEqual(paths('claude-code', system()), ['/home/me/.claude']);
    assert.deepEqual(paths('claude-code', system({}, { CLAUDE_CONFIG_DIR: '/data/claude/' })), [
      '/data/claude',
    ]);
    assert.deepEqual(paths('claude-code', system({}, { CLAUDE_CONFIG_DIR: '~/c' })), ['/home/me/c']);
    assert.deepEqual(paths('claude-code', system({}, { CLAUDE_CONFIG_DIR: '  ' })), ['/home/me/.claude']);
    assert.deepEqual(
      paths('claude-code', system({}, { CLAUDE_CONFIG_DIR: 'relative' })),
      [],
      'no folder of this system',
    );
    assert.deepEqual(paths('codex', system({}, { CODEX_HOME: '/c' })), ['/c']);
    assert.deepEqual(paths('gemini-cli', system({}, { GEMINI_CLI_HOME: '/g' })), ['/g/.gemini']);
    assert.deepEqual(paths('qwen-code', system({}, { QWEN_HOME: '/q', QWEN_RUNTIME_DIR: '/r' })), ['/r']);
    assert.deepEqual(paths('codebuddy', system({}, { CODEBUDDY_CONFIG_DIR: '/b' })), ['/b']);
    assert.ok(paths('copilot', system({}, { COPILOT_HOME: '/p' })).includes('/p'));
    assert.deepEqual(paths('pi', system()), ['/home/me/.pi/agent']);
    const moved = system({}, { PI_CODING_AGENT_DIR: '/pi', PI_CODING_AGENT_SESSION_DIR: '/flat' });
    assert.deepEqual(paths('pi', moved), ['/pi', '/flat']);
  });

  describe('that an agent’s own settings name', () => {
    const USER = '/home/me/.pi/agent/settings.json';
    const named = async (
      files: Readonly<Record<string, string>>,
      { folders = ['/w/proj'], isTrusted = true, on = system() } = {},
    ): Promise<string[]> => {
      const text = (path: string) => Promise.resolve(files[path]);
      const found = await Promise.all(
        AGENT_PLACES.map((one) => namedRoots(one, on, { folders, isTrusted, text })),
      );
      return found.flat().map(({ path }) => path);
    };
    const dir = (sessionDir: unknown): string => JSON.stringify({ theme: 'dark', sessionDir });

    it('lie where the user’s say, from the folder in which the agent runs', async () => {
      assert.deepEqual(await named({ [USER]: dir('/data/pi/') }), ['/data/pi']);
      assert.deepEqual(await named({ [USER]: dir('~/pi/../mine') }), ['/home/me/mine']);
      const both = { folders: ['/w/a', '/w/b'] };
      assert.deepEqual(await named({ [USER]: dir('.pi/./sessions') }, both), [
        '/w/a/.pi/sessions',
        '/w/b/.pi/sessions',
      ]);
      assert.deepEqual(await named({ [USER]: dir('relative') }, { folders: [] }), []);
    });

    it('lie where a project’s say instead, in a trusted workspace', async () => {
      const files = { [USER]: dir('/data/pi'), '/w/proj/.pi/settings.json': dir('logs') };
      assert.deepEqual(await named(files), ['/data/pi', '/w/proj/logs']);
      assert.deepEqual(await named(files, { isTrusted: false }), ['/data/pi']);
    });

    it('are none where a variable decides, and where nothing usable is said', async () => {
      const moved = system({}, { PI_CODING_AGENT_SESSION_DIR: '/flat' });
      assert.deepEqual(await named({ [USER]: dir('/data/pi') }, { on: moved }), []);
      for (const text of [dir(''), dir(7), dir(null), '[]', '{"sessionDir": "/a"', ''])
        assert.deepEqual(await named({ [USER]: text }), [], text);
      assert.deepEqual(await named({}, { on: system({ home: undefined }) }), []);
      const windows = system({ platform: 'win32', home: 'C:\\Users\\me' });
      const settings = { 'C:/Users/me/.pi/agent/settings.json': dir('D:\\pi\\s') };
      assert.deepEqual(await named(settings, { on: windows, folders: [] }), ['D:/pi/s']);
    });
  });

  it('are none without a home folder', () => {
    for (const one of AGENT_PLACES) assert.deepEqual(rootsOf(one, system({ home: undefined })), [], one.id);
  });

  it('of settings, on each system, and of the running VS Code', () => {
    const first = (over: Partial<PlaceSystem>, variables = {}) =>
      paths('vscode-chat', system(over, variables));
    assert.ok(first({}).includes('/home/me/.config/Code/User'));
    assert.ok(first({}, { XDG_CONFIG_HOME: '/x' }).includes('/x/VSCodium/User'));
    assert.ok(
      first({ platform: 'darwin', home: '/Users/me' }).includes(
        '/Users/me/Library/Application Support/Code/User',
      ),
    );
    const windows = first(
      { platform: 'win32', home: 'C:\\Users\\me', editor: 'D:\\portable\\User' },
      { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' },
    );
    assert.ok(windows.includes('C:/Users/me/AppData/Roaming/Code - Insiders/User'), windows.join());
    assert.equal(windows[0], 'D:/portable/User');
  });

  it('are more by settings: of one agent, and whole home folders; each once', () => {
    assert.deepEqual(paths('claude-code', system(), ['~/.claude-work', '/home/me/.claude'], ['/backup/me']), [
      '/home/me/.claude',
      '/backup/me/.claude',
      '/home/me/.claude-work',
    ]);
    const moved = system({}, { CLAUDE_CONFIG_DIR: '/c' });
    assert.deepEqual(paths('claude-code', moved, [], ['/backup/me']), ['/c', '/backup/me/.claude']);
  });

  it('ids are unique and are those that the settings offer', () => {
    const ids = AGENT_PLACES.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const manifest = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'),
    ) as { contributes: { configuration: { properties: Record<string, { items?: { enum?: string[] } }> } } };
    const { properties } = manifest.contributes.configuration;
    assert.deepEqual(properties['sessionTree.agents.hide']?.items?.enum, ids);
  });
});

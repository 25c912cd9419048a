import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { logOf, repository } from './places.ts'
import { launch } from './run.ts'

/** The stack's own small servers need the server package's libraries, so they live beside its tests. */
export function program(name: string): string {
  if (!existsSync(join(repository, 'server/node_modules'))) throw new Error('Libraries are missing. Run: pnpm install')
  return join(repository, 'server/test/stack', name)
}

export function launchProgram(
  part: string,
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  return launch(process.execPath, ['--disable-warning=ExperimentalWarning', program(name), ...args], logOf(part), {
    env,
  })
}

import { join } from 'node:path'
import { repository } from './stack/places.ts'
import { run } from './stack/run.ts'

/** Server and workflows into `server/dist`; only what changed is compiled again. */
export async function compileServer(): Promise<string> {
  const compiler = join(repository, 'node_modules/@typescript/native/bin/tsc')
  const compiled = await run(process.execPath, [compiler, '--build', join(repository, 'server/tsconfig.build.json')])
  return compiled + (await run(process.execPath, [join(repository, 'server/dist/main/workflow-bundle.js')]))
}

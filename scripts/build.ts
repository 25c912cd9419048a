import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { main } from './stack/main.ts'
import { repository } from './stack/places.ts'
import { run } from './stack/run.ts'
import { say } from './stack/say.ts'

const at = (...parts: string[]) => join(repository, ...parts)

async function step(name: string, command: string, args: string[], cwd = repository): Promise<void> {
  const output = await run(command, args, { cwd })
  if (output.trim()) process.stdout.write(output)
  say(name, 'built')
}

async function buildServer(): Promise<void> {
  for (const name of ['contracts', 'flow', 'server']) rmSync(at(name, 'dist'), { recursive: true, force: true })
  const compiler = at('node_modules/@typescript/native/bin/tsc')
  await step('server', process.execPath, [compiler, '--build', at('server/tsconfig.build.json')])
  if (existsSync(at('server/src/main/workflow-bundle.ts'))) {
    await step('workflows', process.execPath, [at('server/dist/main/workflow-bundle.js')])
  }
}

const buildWeb = () => step('web', at('web/node_modules/.bin/vite'), ['build'], at('web'))

await main(async () => {
  await Promise.all([buildServer(), buildWeb()])
  return 0
})

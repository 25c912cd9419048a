import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
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

const compressed = promisify(brotliCompress)

/** Once, at the highest level, instead of at every answer: the api serves the `.br` beside each file. */
async function compressAssets(): Promise<void> {
  const folder = at('web/dist/assets')
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
  const compress = async (name: string) =>
    writeFileSync(join(folder, `${name}.br`), await compressed(readFileSync(join(folder, name))))
  await Promise.all(files.map(compress))
}

async function buildWeb(): Promise<void> {
  await step('web', at('web/node_modules/.bin/vite'), ['build'], at('web'))
  await compressAssets()
}

await main(async () => {
  await Promise.all([buildServer(), buildWeb()])
  return 0
})

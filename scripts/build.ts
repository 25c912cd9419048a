import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { compileServer } from './compile-server.ts'
import { main } from './stack/main.ts'
import { repository } from './stack/places.ts'
import { run } from './stack/run.ts'
import { say } from './stack/say.ts'

const at = (...parts: string[]) => join(repository, ...parts)

const built = (name: string, output: string) => {
  if (output.trim()) process.stdout.write(output)
  say(name, 'built')
}

async function buildServer(): Promise<void> {
  for (const name of ['contracts', 'flow', 'server']) rmSync(at(name, 'dist'), { recursive: true, force: true })
  built('server', await compileServer())
}

const compressed = promisify(brotliCompress)

/** Once, at the highest level, instead of at every answer: the api serves the `.br` beside each file. */
async function compressAssets(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((name) => /\.(m?js|css)$/.test(name))
  const compress = async (name: string) =>
    writeFileSync(join(folder, `${name}.br`), await compressed(readFileSync(join(folder, name))))
  await Promise.all(files.map(compress))
}

async function buildWeb(): Promise<void> {
  const vite = (...more: string[]) => run(at('web/node_modules/.bin/vite'), ['build', ...more], { cwd: at('web') })
  built('web', await vite())
  // Into the folder that the first build has made anew.
  built('public page', await vite('--config', 'vite.public.config.ts'))
  built('landing page', await vite('--config', 'vite.landing.config.ts'))
  await Promise.all([at('web/dist/assets'), at('web/dist/public/assets')].map(compressAssets))
}

await main(async () => {
  await Promise.all([buildServer(), buildWeb()])
  return 0
})

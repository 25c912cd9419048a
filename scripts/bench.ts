/** Figures, taken once and written down: `pnpm bench [name]`; without a name it lists what there is. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const [name, ...rest] = process.argv.slice(2)
const names = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))

if (!name || !existsSync(`bench/${name}.ts`)) {
  process.stdout.write(`Figures that can be taken: ${names.join(', ')}\n`)
  process.exitCode = name ? 1 : 0
} else {
  const node = [process.execPath, '--conditions=source', '--import', 'tsx', `bench/${name}.ts`, ...rest]
  const result = spawnSync(process.execPath, ['scripts/with-stack.ts', ...node], { stdio: 'inherit' })
  process.exitCode = result.status ?? 1
}

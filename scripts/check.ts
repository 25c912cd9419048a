/** Everything a machine can say about the source without running the product. */
import { spawn } from 'node:child_process'
import { areaProblems } from './check/areas.ts'
import { helpProblems } from './check/help.ts'
import { migrationProblems } from './check/migrations.ts'
import { moneyProblems } from './check/money.ts'
import { nameProblems } from './check/names.ts'
import { pictureProblems } from './check/pictures.ts'
import { sizeProblems } from './check/sizes.ts'
import { stepTaskProblems } from './check/step-tasks.ts'
import { lastTimes, slowProblems } from './ci/times.ts'

type Result = { name: string; ok: boolean; output: string; seconds: number }

const bin = (name: string) => `node_modules/.bin/${name}`
const types = (project: string) => ['node', 'node_modules/@typescript/native/bin/tsc', '-p', project, '--noEmit']

const commands: [string, string[]][] = [
  ['format', [bin('biome'), 'ci', '--colors=off', '.']],
  ['lint', [bin('oxlint'), '--type-aware', '--deny-warnings']],
  ['types contracts', types('contracts')],
  ['types flow', types('flow')],
  ['types server', types('server')],
  ['types web', types('web')],
  ['types scripts, bench, e2e', types('.')],
  [
    'imports',
    // biome-ignore format: the flag with its value, then what is looked at
    [bin('depcruise'), '--config', '.dependency-cruiser.cjs',
      'contracts/src', 'flow/src', 'server/src', 'server/test', 'web/src', 'bench', 'e2e', 'scripts'],
  ],
  ['dead code', [bin('knip'), '--no-progress']],
  ['OpenAPI', ['node', '--conditions=source', '--import', 'tsx', 'server/src/main/openapi.ts', '--check']],
  ['permissions', ['node', '--conditions=source', '--import', 'tsx', 'server/src/main/permissions-doc.ts', '--check']],
  [
    'workflow schema',
    ['node', '--conditions=source', '--import', 'tsx', 'server/src/main/workflow-schema.ts', '--check'],
  ],
]

function run(name: string, [command = '', ...args]: string[]): Promise<Result> {
  const began = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, FORCE_COLOR: '0' } })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.stderr.on('data', (data: Buffer) => (output += data.toString()))
    const end = (ok: boolean) => resolve({ name, ok, output, seconds: (performance.now() - began) / 1000 })
    child.on('error', (error) => {
      output += error.message
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

function report({ name, ok, output, seconds }: Result) {
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`)
  if (!ok) process.stdout.write(`${output.trim()}\n\n`)
}

const results: Result[] = []
const queue = [...commands]
const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const result = await run(...next)
    results.push(result)
    report(result)
  }
}
await Promise.all([worker(), worker()])
for (const [name, problems] of [
  ['areas', areaProblems()],
  ['sizes', sizeProblems()],
  ['pictures', pictureProblems()],
  ['migrations', migrationProblems()],
  ['names', nameProblems()],
  ['money', moneyProblems()],
  ['help', helpProblems()],
  ['tasks of steps', stepTaskProblems()],
  ['times', slowProblems(lastTimes())],
] as const) {
  const result = { name, ok: problems.length === 0, output: problems.join('\n'), seconds: 0 }
  results.push(result)
  report(result)
}
const failed = results.filter((result) => !result.ok).length
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed ? 1 : 0

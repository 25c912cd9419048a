/**
 * People without an account send responses, each five times at once, with two files and two workflows to start, while
 * processes and servers are killed at moments drawn from a seed: `pnpm bench intake [seed]`, or `small` for the size that
 * runs with the tests and kills only what is its own. Each response is stored once and starts both once.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeSchedules } from '../server/test/worker.ts'
import { startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { createPorts } from './support/crash/ports.ts'
import { table, writeFigures } from './support/figures.ts'
import { runCleaning } from './support/files/crash/clean.ts'
import { startOwnStore } from './support/files/crash/own-store.ts'
import { judge, type Verdict } from './support/intake/judge.ts'
import { DUPLICATES, runIntake, type Sizes, STRUCK, STRUCK_ALL, type Story } from './support/intake/run.ts'
import { intakeWorld } from './support/intake/world.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'

const LARGE: Sizes = { responses: 1_000, kills: 20, struck: STRUCK_ALL }
const SMALL: Sizes = { responses: 100, kills: 5, struck: STRUCK }
const OLD_DAYS = 2

const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

function figures({ sent, strikes, sizes, seed, began, ended }: Story, verdict: Verdict): string[] {
  const requests = sent.reduce((sum, { tries }) => sum + tries, 0)
  return [
    `${sizes.responses} responses with two files, each sent ${DUPLICATES} times at once, two workflows started by each, while`,
    `${sizes.kills} kills (-9) met ${sizes.struck.join(', ')}, within ${seconds(ended - began)} s; seed ${seed}.`,
    '',
    `- requests: ${requests}; stored: ${verdict.stored}; instances: ${verdict.instances}; documents: ${verdict.documents}`,
    `- kills with responses under way: ${strikes.filter(({ underWay }) => underWay > 0).length} of ${strikes.length}`,
    `- promises broken: ${verdict.broken.length === 0 ? 'none' : verdict.broken.join('; ')}`,
    '',
    ...table(
      ['killed', 'times', 's until all was back, longest'],
      sizes.struck.map((part) => {
        const hits = strikes.filter((strike) => strike.part === part)
        return [part, hits.length, seconds(Math.max(0, ...hits.map(({ at, back }) => back - at)))]
      }),
    ),
  ]
}

async function main(small: boolean): Promise<number> {
  const seed = Number(process.argv.slice(2).find((one) => /^\d+$/.test(one)) ?? randomInt(1_000_000))
  say(`seed ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'throughline-store-'))
  const store = await startOwnStore(folder, await createPorts()())
  const installation = await startInstallation(false)
  stopOnSignal(installation)
  say(`logs in ${installation.folder} and ${folder}`)
  let kept = false
  try {
    const world = await intakeWorld(installation)
    const story = await runIntake({ installation, store, world, seed, sizes: small ? SMALL : LARGE, say })
    store.age(OLD_DAYS)
    await runCleaning(installation)
    const verdict = await judge(installation, story)
    const lines = figures(story, verdict)
    if (small) for (const line of lines) say(line)
    else writeFigures('intake', 'Crashes while responses are sent', lines)
    kept = verdict.broken.length === 0
  } finally {
    await installation.stop(!kept)
    await removeSchedules(installation.database.name)
    await store.service.stop('SIGKILL')
    if (kept) rmSync(folder, { recursive: true })
  }
  return kept ? 0 : 1
}

const small = process.argv.includes('small')
process.exitCode = small || isOnOwnStack() ? await main(small) : againOnOwnStack()

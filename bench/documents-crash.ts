/**
 * People send files, plainly, with a task and in parts, while api, worker and the S3 server are killed in turn, at moments
 * drawn from a seed: `pnpm bench documents-crash [seed]`, or `small` for the size that runs with the tests. Every
 * acknowledged file is whole, none can be had half, and nothing is left behind once the cleaning has run.
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
import { judge, type Verdict } from './support/files/crash/judge.ts'
import { startOwnStore } from './support/files/crash/own-store.ts'
import { runUploads, type Sizes, STRUCK, type Story } from './support/files/crash/run.ts'
import { filesWorld } from './support/files/crash/world.ts'

const LARGE: Sizes = { uploads: 300, kills: 12 }
const SMALL: Sizes = { uploads: 40, kills: 3 }
/** One of them reads. */
const PEOPLE = 7
const OLD_DAYS = 2

const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

function figures(story: Story, verdict: Verdict): string[] {
  const { acts, strikes, sizes, seed, tickets } = story
  const tries = acts.flatMap((act) => act.tries)
  const count = (wanted: 'ok' | 'failed' | 'unknown') => tries.filter(({ outcome }) => outcome === wanted).length
  const ways = (['plain', 'attached', 'resumed'] as const).map(
    (way) => `${tickets.filter((one) => one.way === way).length} ${way}`,
  )
  const bytes = tickets.reduce((sum, { size }) => sum + size, 0)
  return [
    `${sizes.uploads} uploads (${ways.join(', ')}; ${(bytes / 1_048_576).toFixed(0)} MB) while ${sizes.kills} kills (-9) met ${STRUCK.join(', ')}, within`,
    `${seconds(story.ended - story.began)} s; seed ${seed}. Whoever was cut off sent again, under the same key or what was missing of the parts.`,
    '',
    `- acknowledged: ${acts.filter(({ ok }) => ok !== undefined).length}; requests: ${count('ok')} ok, ${count('failed')} failed, ${count('unknown')} unknown`,
    `- read and compared while it went on: ${story.read} files, not whole: ${story.readBroken.length}`,
    `- kills with uploads under way: ${strikes.filter(({ underWay }) => underWay > 0).length} of ${strikes.length}`,
    `- after the cleaning: ${verdict.documents} documents, ${verdict.objects} objects`,
    `- promises broken: ${verdict.broken.length === 0 ? 'none' : verdict.broken.join('; ')}`,
    '',
    ...table(
      ['killed', 'times', 's until all was back, longest'],
      STRUCK.map((part) => {
        const hits = strikes.filter((strike) => strike.part === part)
        return [part, hits.length, seconds(Math.max(0, ...hits.map(({ at, back }) => back - at)))]
      }),
    ),
  ]
}

async function main(): Promise<number> {
  const small = process.argv.includes('small')
  const seed = Number(process.argv.slice(2).find((one) => /^\d+$/.test(one)) ?? randomInt(1_000_000))
  say(`seed ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'throughline-store-'))
  const store = await startOwnStore(folder, await createPorts()())
  const installation = await startInstallation(false)
  stopOnSignal(installation)
  say(`logs in ${installation.folder} and ${folder}`)
  let kept = false
  try {
    const world = await filesWorld(installation, PEOPLE)
    const story = await runUploads({ installation, store, world, seed, sizes: small ? SMALL : LARGE, say })
    store.age(OLD_DAYS)
    await runCleaning(installation)
    const verdict = await judge(installation, story)
    const lines = figures(story, verdict)
    if (small) for (const line of lines) say(line)
    else writeFigures('documents-crash', 'Crashes while files are sent', lines)
    kept = verdict.broken.length === 0
  } finally {
    await installation.stop(!kept)
    await removeSchedules(installation.database.name)
    await store.service.stop('SIGKILL')
    if (kept) rmSync(folder, { recursive: true })
  }
  return kept ? 0 : 1
}

process.exitCode = await main()

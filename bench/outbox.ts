/**
 * People register while the processes are killed at moments drawn from a seed: `pnpm bench outbox [seed]`. Every accepted
 * registration must get its mail, repeats must be recognisable, and nothing may be left over.
 */
import { randomInt } from 'node:crypto'
import { quantile } from '../server/test/statistics.ts'
import { startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { type Hit, judge, type Verdict } from './support/crash/judge.ts'
import { countOf, type Outcome } from './support/crash/ledger.ts'
import { logOf } from './support/crash/log.ts'
import { KILLED, type Sizes } from './support/crash/plan.ts'
import { runCrashes, type Story } from './support/crash/run.ts'
import { table, writeFigures } from './support/figures.ts'

const SIZES: Sizes = { registrations: 1_000, kills: 60, restarts: true, longestPause: 3_500 }

const say = (line: string) => process.stdout.write(`${line}\n`)

function between(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.5, 0.95].map((share) => (quantile(sorted, share) / 1000).toFixed(2)).join(' / ')
}

function rowOf(name: string, hits: Hit[]): (string | number)[] {
  const met = hits.filter(({ inFlight }) => inFlight)
  const times = [met.map(({ nextMail }) => nextMail), met.map(({ allMails }) => allMails)]
  return [name, hits.length, `${Math.round((met.length / hits.length) * 100)}%`, ...times.map(between)]
}

function figures(story: Story, { kills, accepted, duplicates, broken }: Verdict): string[] {
  const { registrations, mails, left, seed } = story
  const tries = registrations.flatMap((registration) => registration.tries)
  const ended = (outcome: Outcome) => tries.filter((attempt) => attempt.outcome === outcome).length
  return [
    `${accepted} registrations were accepted while api, relay and worker were killed (-9) ${kills.length} times, and Temporal and`,
    `Redis restarted twice each, within ${Math.round((story.ended - story.began) / 1000)} s; seed ${seed}.`,
    '',
    `- requests: ${ended('ok')} accepted, ${ended('unknown')} cut off, ${ended('failed')} refused; who was cut off asked again under the same`,
    `  Idempotency-Key until accepted; ${countOf(registrations, 'failed')} were refused at once, went away and got no mail`,
    `- mails: ${mails.length}, of them ${duplicates} repeated, each under the Message-ID of the first`,
    `- nothing left ${left.seconds.toFixed(1)} s after the last request: outbox ${left.rows}, given up ${left.dead}, open workflows ${left.workflows}`,
    `- promises broken: ${broken.length === 0 ? 'none' : broken.join('; ')}`,
    '',
    ...table(
      [
        'killed',
        'times',
        'with work in flight',
        's to the next mail, p50 / p95',
        's until all in flight arrived, p50 / p95',
      ],
      [
        ...KILLED.map((part) =>
          rowOf(
            part,
            kills.filter((hit) => hit.part === part),
          ),
        ),
        rowOf('all', kills),
      ],
    ),
  ]
}

const seed = Number(process.argv[2] ?? randomInt(1_000_000))
say(`seed ${seed}`)
const installation = await startInstallation(true)
stopOnSignal(installation)
say(`logs in ${installation.folder}`)
let kept = false
try {
  const story = await runCrashes({ installation, seed, sizes: SIZES, say })
  const verdict = judge(story)
  for (const line of logOf(story, verdict)) say(line)
  writeFigures('outbox', 'Crashes', figures(story, verdict))
  kept = verdict.broken.length === 0
} finally {
  process.exitCode = kept ? 0 : 1
  await installation.stop(!kept)
}

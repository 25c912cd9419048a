/**
 * People work through instances while every process and server is killed in turn, at moments drawn from a seed:
 * `pnpm bench crash [seed]`, or `small` for the size that runs with the tests. No acknowledged act may be lost, no effect
 * done twice, nothing may be stuck, and figures are what happened.
 */
import { randomInt } from 'node:crypto'
import { quantile } from '../server/test/statistics.ts'
import { startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'
import type { Act } from './support/runs/acts.ts'
import { countFigures } from './support/runs/count-figures.ts'
import { fiveSteps } from './support/runs/document.ts'
import { type Found, judge, look, recoveryOf, TOLD_OF_EACH, type Verdict } from './support/runs/judge.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'
import { startReceiver } from './support/runs/receiver.ts'
import { runWork, type Sizes, STRUCK, type Story } from './support/runs/run.ts'
import { runsWorld } from './support/runs/world.ts'

/**
 * Starts come at no more than half of what two cores take through five steps (about 8 a second, kills apart), some after
 * each kill: with more, what is left at the end is a queue, not something stuck. The next kill comes while these are
 * under way.
 */
const LARGE: Sizes = { instances: 2_000, kills: 42, pace: 2_000, quiet: [1_000, 11_000] }
/** Every part once. */
const SMALL: Sizes = { instances: 70, kills: 7, pace: 700, quiet: [500, 2_500] }

const PAIRS = 8
const KINDS = new Map(Object.values(fiveSteps('', 0, '', '').steps).map(({ id, type }) => [id, type]))

const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

function figures(story: Story, found: Found, verdict: Verdict): string[] {
  const { acts, strikes, sizes, seed } = story
  const tries = acts.flatMap((act) => act.tries)
  const count = (wanted: Act['tries'][number]['outcome']) => tries.filter(({ outcome }) => outcome === wanted).length
  const settled = (kind: Act['kind']) => acts.filter((act) => act.kind === kind && act.ok !== undefined).length
  const { recoveries } = verdict
  return [
    `${sizes.instances} instances of five steps (two forms, an approval, a call, a mail) while ${sizes.kills} kills (-9) met`,
    `${STRUCK.join(', ')}, within ${seconds(story.ended - story.began)} s; seed ${seed}.`,
    '',
    `- acknowledged: ${settled('start')} starts, ${settled('complete')} completions, ${settled('decide')} decisions; requests: ${count('ok')} ok, ${count('failed')} failed, ${count('unknown')} unknown`,
    `- completed: ${found.completed.length} of ${found.tickets.length}`,
    `- calls repeated under their key: ${verdict.repeatedCalls}; mails repeated under their Message-ID: ${verdict.repeatedMails}`,
    `- told in their inboxes: ${found.messages} of ${found.completed.length * TOLD_OF_EACH}, twice: ${found.toldTwice}`,
    `- kills with work in flight: ${Math.round(verdict.inFlight * 100)}%`,
    `- next act and turn after a kill: p50 ${seconds(quantile(recoveries, 0.5))} s, p95 ${seconds(quantile(recoveries, 0.95))} s`,
    `- promises broken: ${verdict.broken.length === 0 ? 'none' : verdict.broken.join('; ')}`,
    '',
    ...table(
      ['killed', 'times', 's until it was back, longest', 's to the next act and turn, longest'],
      STRUCK.map((part) => {
        const hits = strikes.filter((strike) => strike.part === part)
        const longest = (values: number[]) => seconds(Math.max(0, ...values))
        return [
          part,
          hits.length,
          longest(hits.map(({ at, back }) => back - at)),
          longest(hits.map((hit) => recoveryOf(hit, found.turns, acts))),
        ]
      }),
    ),
  ]
}

async function main(): Promise<number> {
  const small = process.argv.includes('small')
  const seed = Number(process.argv.slice(2).find((one) => /^\d+$/.test(one)) ?? randomInt(1_000_000))
  say(`seed ${seed}`)
  const receiver = await startReceiver()
  process.env.TOOLS_TRUSTED_ORIGINS = receiver.origin
  const installation = await startInstallation(false)
  stopOnSignal(installation)
  say(`logs in ${installation.folder}`)
  const worlds = await runsWorld(installation.environment, installation.origin, {
    pairs: PAIRS,
    document: (...pair) => fiveSteps(receiver.origin, ...pair),
  })
  let kept = false
  try {
    const story = await runWork({ installation, worlds, receiver, seed, sizes: small ? SMALL : LARGE, say })
    const found = await installation.database.admin(look)
    const lastKill = story.strikes.at(-1)?.at ?? story.began
    const counted = await countFigures(installation, worlds[0]?.tenantId ?? '', KINDS, { ended: story.ended, lastKill })
    const verdict = judge(story, found, receiver, await installation.mails(), counted.differing)
    const lines = [
      ...figures(story, found, verdict),
      '',
      `Figures of days differ from the turns: ${counted.differing.length}, ${counted.seconds.toFixed(0)} s after the last kill.`,
    ]
    if (small) for (const line of lines) say(line)
    else writeFigures('crash', 'Crashes while work runs', lines)
    kept = verdict.broken.length === 0
  } finally {
    receiver.close()
    await installation.stop(!kept)
  }
  return kept ? 0 : 1
}

process.exitCode = isOnOwnStack() ? await main() : againOnOwnStack()

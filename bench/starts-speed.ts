/**
 * How fast work begins by itself, with the machine to itself: `pnpm bench starts-speed [hooks|minute] [count]`. `hooks`: starts
 * by webhooks beside those of signed-in people, in turns; `minute`: a thousand schedules at one minute, and what people who
 * read their tasks notice of it. With another count of seconds or schedules it writes no figures.
 */
import { median, quantile } from '../server/test/statistics.ts'
import { table, writeFigures } from './support/figures.ts'
import { figureOf, inTurns, ROUNDS, ratiosOf, spread } from './support/interleave.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'
import { withInstallation } from './support/starts/installed.ts'
import { fireTogether } from './support/starts/minute.ts'
import { SENDERS, type Sent, startsSides } from './support/starts/speed.ts'

const SECONDS = 12
const SCHEDULES = 1_000
const GOALS = { rate: 0.8, answer: 1.5, late: 60, list: 2 }

const args = process.argv.slice(2)
const count = Number(args.find((one) => /^\d+$/.test(one)) ?? 0)
const show = (isWhole: boolean, name: string, title: string, lines: string[]) =>
  isWhole ? writeFigures(name, title, lines) : process.stdout.write(`${lines.join('\n')}\n`)

const rateOf = ({ times, seconds }: Sent) => times.length / seconds
const at = (q: number) => (sent: Sent) => quantile(sent.times, q)

const hooks = (): Promise<boolean> =>
  withInstallation(async (installation) => {
    const seconds = count || SECONDS
    const sides = await startsSides(installation)
    await inTurns({ bare: () => sides.bare(seconds), product: () => sides.product(seconds) }, 1)
    const turns = await inTurns({ bare: () => sides.bare(seconds), product: () => sides.product(seconds) })
    const rates = ratiosOf(figureOf(turns, rateOf))
    const answers = ratiosOf(figureOf(turns, at(0.99)))
    const row = (name: string, of: Sent[]) => [
      name,
      spread(of.map(rateOf), 1),
      ...[0.5, 0.95, 0.99].map((q) => spread(of.map(at(q)), 0)),
    ]
    show(count === 0, 'starts-hooks', 'Starts by webhooks', [
      `The same workflow started by ${SENDERS} senders one call after the other, ${ROUNDS} × ${seconds} s for each side, in turns: by signed-in people`,
      'through POST …/instances/, and by calls of a webhook that are signed, mapped and kept. Median (least – most).',
      '',
      ...table(
        ['', 'starts a second', 'p50 ms', 'p95 ms', 'p99 ms'],
        [row('people', turns.bare), row('webhooks', turns.product)],
      ),
      '',
      `Starts: ${spread(rates, 2)} of those by people (goal ${GOALS.rate}). p99: ${spread(answers, 2)} × (goal ${GOALS.answer}).`,
    ])
    return median(rates) >= GOALS.rate && median(answers) <= GOALS.answer
  })

const minute = (): Promise<boolean> =>
  withInstallation(async (installation) => {
    const schedules = count || SCHEDULES
    const found = await fireTogether(installation, schedules, (line) => process.stdout.write(`${line}\n`))
    const [calm, busy] = [quantile(found.calm, 0.99), quantile(found.busy, 0.99)]
    const late = quantile(found.late, 0.99)
    show(count === 0, 'starts-minute', 'A thousand schedules at one minute', [
      `${schedules.toLocaleString('en')} schedules of one workspace, held by the engine, planned for the same minute; meanwhile people read their tasks,`,
      'a page of 50 among 15,000, ten a second.',
      '',
      `- instances: ${found.instances}; firings: ${found.firings}; started twice: ${found.twice}`,
      `- from the minute to the instance: p50 ${quantile(found.late, 0.5).toFixed(1)} s, p99 ${late.toFixed(1)} s, last ${Math.max(...found.late).toFixed(1)} s (goal p99 ${GOALS.late} s)`,
      `- a page of tasks: p99 ${calm.toFixed(0)} ms when calm, ${busy.toFixed(0)} ms until the last has started, ${(busy / calm).toFixed(2)} × (goal ${GOALS.list})`,
    ])
    const isOnce = found.instances === schedules && found.firings === schedules && found.twice === 0
    return isOnce && late <= GOALS.late && busy <= GOALS.list * calm
  })

async function main(): Promise<number> {
  const kept: boolean[] = []
  if (!args.includes('minute')) kept.push(await hooks())
  if (!args.includes('hooks')) kept.push(await minute())
  return kept.every(Boolean) ? 0 : 1
}

process.exitCode = isOnOwnStack() ? await main() : againOnOwnStack()

/**
 * Small files through the product beside a bare Node pipe that hashes them on their way to the same store, one and several
 * in a request, and what it costs to have them scanned after the answer: `pnpm bench documents-small`, with the machine to
 * itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../server/test/statistics.ts'
import { cpuSeconds, databaseMeter, stackPid } from './support/cpu.ts'
import type { Installation } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'
import { type FileBench, withFileBench } from './support/files/file-bench.ts'
import { pauseWork } from './support/files/pause-work.ts'
import { figureOf, inTurns, ROUNDS, ratiosOf, type Sides, spread } from './support/interleave.ts'

const SIZE = 10_240
const FILES_PER_REQUEST = 25
const CONNECTIONS = 8
const SECONDS = 4
/** Sent while nothing is scanned, and then scanned, in each turn. */
const SCANNED = 400
const GOALS = { rate: 0.3, processing: 25 }

const say = (line: string) => process.stdout.write(`${line}\n`)

/** How many seconds of CPU each has used so far. */
type Parts = Record<string, () => number>
type Cost = Record<string, number>

/** Milliseconds of CPU that every part used for each file while `work` dealt with so many. */
async function costOf(parts: Parts, work: () => Promise<number>): Promise<Cost> {
  const used = () => Object.entries(parts).map(([part, seconds]) => [part, seconds() * 1_000] as const)
  const before = new Map(used())
  const files = await work()
  return Object.fromEntries(used().map(([part, now]) => [part, (now - (before.get(part) ?? 0)) / files]))
}

const totalOf = (cost: Cost) => Object.values(cost).reduce((sum, one) => sum + one, 0)

interface Turn {
  /** Files a second. */
  rate: number
  cost: Cost
}

/** `send` says how many files it has sent. */
async function measure(parts: Parts, send: () => Promise<number>): Promise<Turn> {
  let rate = 0
  const cost = await costOf(parts, async () => {
    const began = performance.now()
    let sent = 0
    const one = async () => {
      while (performance.now() - began < SECONDS * 1_000) sent += await send()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, one))
    rate = (sent / (performance.now() - began)) * 1_000
    return sent
  })
  return { rate, cost }
}

async function compare(parts: Parts, sides: Sides<() => Promise<number>>): Promise<Sides<Turn[]>> {
  const measured = { bare: () => measure(parts, sides.bare), product: () => measure(parts, sides.product) }
  // The first warms up.
  await inTurns(measured, 1)
  return inTurns(measured)
}

const waiting = async ({ database }: Installation) => {
  const { rows } = await database.admin((admin) =>
    admin.query<{ n: number }>(`select count(*)::int as n from document_versions where state = 'quarantined'`),
  )
  return rows[0]?.n ?? 0
}

/** What was only sent to see how fast it comes is not scanned: it would take minutes. */
const forgetWaiting = ({ database }: Installation) =>
  database.admin((admin) =>
    admin.query(`update document_versions set state = 'failed', quarantine_key = null where state = 'quarantined'`),
  )

async function processing(installation: Installation, parts: Parts, sendMany: () => Promise<number>): Promise<Cost[]> {
  const costs: Cost[] = []
  for (let turn = 0; turn <= ROUNDS; turn++) {
    let sent = 0
    while (sent < SCANNED) sent += await sendMany()
    const cost = await costOf(parts, async () => {
      pauseWork(installation, false)
      while ((await waiting(installation)) > 0) await sleep(250)
      pauseWork(installation, true)
      return sent
    })
    // The first warms up.
    if (turn > 0) costs.push(cost)
  }
  return costs
}

const costRow = (part: string, ...sides: Cost[][]) => [
  part,
  ...sides.map((turns) =>
    spread(
      turns.map((cost) => cost[part] ?? 0),
      1,
    ),
  ),
]
const totalRow = (...sides: Cost[][]) => ['all', ...sides.map((turns) => spread(turns.map(totalOf), 1))]
const costsOf = (turns: Turn[]) => turns.map(({ cost }) => cost)

const rateRow = (what: string, turns: Sides<Turn[]>) => {
  const rates = figureOf(turns, ({ rate }) => rate)
  return [what, spread(rates.bare, 0), spread(rates.product, 0), spread(ratiosOf(rates), 2)]
}

async function main({ installation, bare, product }: FileBench): Promise<number> {
  const { api = 0, worker = 0, relay = 0 } = installation.pids()
  const of = (pid: number) => () => cpuSeconds([pid])
  const stack: Parts = {
    postgres: databaseMeter(installation.database.name),
    'postgres, for the engine': databaseMeter('temporal'),
  }
  for (const name of ['s3', 'pgbouncer', 'temporal', 'redis']) stack[name] = of(stackPid(name))
  const parts: Parts = { api: of(api), pipe: of(bare.child.pid ?? 0), ...stack }
  const sendBare = () => bare.side.upload(SIZE).then(() => 1)
  const sendLot = () => product.uploadLot(SIZE, FILES_PER_REQUEST).then(() => FILES_PER_REQUEST)
  const single = await compare(parts, { bare: sendBare, product: () => product.upload(SIZE).then(() => 1) })
  const lots = await compare(parts, { bare: sendBare, product: sendLot })
  say(rateRow('lots', lots).join(' '))
  await forgetWaiting(installation)
  const scanning = { worker: of(worker), relay: of(relay), api: of(api), ...stack, clamd: of(stackPid('clamd')) }
  const scanned = await processing(installation, scanning, sendLot)
  const ratio = median(ratiosOf(figureOf(lots, ({ rate }) => rate)))
  const after = median(scanned.map(totalOf))
  writeFigures('documents-small', 'Small files beside a bare pipe', [
    `Files of 10 KiB over ${CONNECTIONS} connections, ${ROUNDS} × ${SECONDS} s in turns with the bare pipe; median (least – most). Bare: a Node server that`,
    'hashes a body on its way to the same S3 server, one file in a request. The product: multipart form, session, rights, place,',
    'quota, type by bytes, hash, rows with audit and outbox. Scanning comes after the answer and was stopped meanwhile.',
    '',
    ...table(
      ['files a second', 'bare', 'product', 'of bare'],
      [rateRow('one in a request', single), rateRow(`${FILES_PER_REQUEST} in a request`, lots)],
    ),
    '',
    `${FILES_PER_REQUEST} in a request: ${ratio.toFixed(2)} of bare (goal ${GOALS.rate.toFixed(2)}).`,
    '',
    'What a file costs until the answer, in ms of CPU:',
    '',
    ...table(
      ['', 'bare', 'one in a request', `${FILES_PER_REQUEST} in a request`],
      [
        ...Object.keys(parts).map((part) =>
          costRow(part, costsOf(lots.bare), costsOf(single.product), costsOf(lots.product)),
        ),
        totalRow(costsOf(lots.bare), costsOf(single.product), costsOf(lots.product)),
      ],
    ),
    '',
    `What it costs after the answer, until it was found clean, in ms of CPU; ${ROUNDS} × ${SCANNED} files:`,
    '',
    ...table(['', 'product'], [...Object.keys(scanning).map((part) => costRow(part, scanned)), totalRow(scanned)]),
    '',
    `${after.toFixed(1)} ms (goal ${GOALS.processing}).`,
  ])
  return ratio >= GOALS.rate && after <= GOALS.processing ? 0 : 1
}

process.exitCode = await withFileBench(main)

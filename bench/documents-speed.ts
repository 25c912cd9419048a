/**
 * Files through the product beside a bare Node pipe that hashes them on their way to the same store, and how the API's
 * memory moves while many large ones come at once: `pnpm bench documents-speed`, with the machine to itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../server/test/statistics.ts'
import type { Installation } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'
import { type FileBench, withFileBench } from './support/files/file-bench.ts'
import { watchMemory } from './support/files/memory.ts'
import { pauseWork } from './support/files/pause-work.ts'
import type { Side } from './support/files/sides.ts'
import { inTurns, ROUNDS, ratiosOf, type Sides, spread } from './support/interleave.ts'

const MB = 1_048_576
const LARGE = 64 * MB
const GOALS = { upload: 0.8, download: 0.8, memory: 40 }
const MANY = { uploads: 50, size: 200 * MB }

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Megabytes a second, of each turn. */
async function rates({ bare, product }: Sides<() => Promise<number>>): Promise<Sides<number[]>> {
  const timed = (send: () => Promise<number>) => async () => {
    const began = performance.now()
    const size = await send()
    return (size / MB / (performance.now() - began)) * 1_000
  }
  // The first warms up.
  await inTurns({ bare, product }, 1)
  return inTurns({ bare: timed(bare), product: timed(product) })
}

const isClean = async ({ database }: Installation, id: string) =>
  (await database.admin((admin) => admin.query(`select from documents where id = $1 and state = 'clean'`, [id])))
    .rowCount === 1

async function untilClean(installation: Installation, id: string) {
  for (let tries = 0; tries < 600; tries++) {
    if (await isClean(installation, id)) return
    await sleep(500)
  }
  throw new Error('the file was not scanned')
}

/** An upload holds two parts of 5 MB; whoever has sent more than both has filled them once. */
const HELD = 12 * MB

async function manyAtOnce(side: Side, pid: number) {
  const watch = watchMemory(pid)
  const began = performance.now()
  const filling = new Set(Array.from({ length: MANY.uploads }, (_, upload) => upload))
  let ended = 0
  let moved = { before: 0, least: 0, most: 0 }
  const one = async (upload: number) => {
    await side.upload(MANY.size, (sent) => {
      if (sent >= HELD && filling.delete(upload) && filling.size === 0) watch.mark()
    })
    if (ended++ > 0) return
    if (filling.size > 0) throw new Error(`${filling.size} uploads had hardly begun when the first ended`)
    moved = watch.stop()
  }
  await Promise.all(Array.from(filling, one))
  const seconds = (performance.now() - began) / 1_000
  return { ...moved, seconds, rate: (MANY.uploads * MANY.size) / MB / seconds }
}

const ratioOf = (sides: Sides<number[]>) => median(ratiosOf(sides))
const row = (what: string, sides: Sides<number[]>, goal: number) => [
  what,
  spread(sides.bare, 1),
  spread(sides.product, 1),
  spread(ratiosOf(sides), 2),
  goal,
]

async function main({ installation, bare, product }: FileBench): Promise<number> {
  const sides = { bare: bare.side, product }
  const each = (act: (side: Side) => Promise<number>) => ({
    bare: () => act(sides.bare),
    product: () => act(sides.product),
  })
  const uploads = await rates(each(async ({ upload }) => upload(LARGE).then(() => LARGE)))
  say(`upload ${spread(ratiosOf(uploads), 2)}`)
  const { api = 0 } = installation.pids()
  const files = { bare: await sides.bare.upload(LARGE), product: await sides.product.upload(LARGE) }
  pauseWork(installation, false)
  await untilClean(installation, files.product)
  pauseWork(installation, true)
  const downloads = await rates({
    bare: () => sides.bare.download(files.bare),
    product: () => sides.product.download(files.product),
  })
  say(`download ${spread(ratiosOf(downloads), 2)}`)
  const memory = await manyAtOnce(sides.product, api)
  const mb = (bytes: number) => Math.round(bytes / MB)
  const moves = (memory.most - memory.least) / 2 / MB
  const lines = [
    `One file at a time, ${ROUNDS} times in turns with the bare pipe; median (least – most).`,
    'Bare: a Node server that hashes a body on its way to the same S3 server with the SDK’s own upload, or pipes an object back;',
    'the product: multipart form, session, rights, place, quota, type by bytes, hash, rows with audit and outbox; a signed link looked',
    'at again for each download. Scanning comes after the answer and was stopped meanwhile.',
    '',
    ...table(
      ['', 'bare', 'product', 'of bare', 'goal'],
      [row('64 MiB up, MB/s', uploads, GOALS.upload), row('64 MiB down, MB/s', downloads, GOALS.download)],
    ),
    '',
    `${MANY.uploads} uploads of ${MANY.size / MB} MB at once, ${memory.seconds.toFixed(0)} s, ${memory.rate.toFixed(0)} MB/s together: the API held ${mb(memory.before)} MB before, and between`,
    `${mb(memory.least)} and ${mb(memory.most)} MB from when each had filled its two parts of 5 MB until the first ended: ± ${moves.toFixed(0)} MB (goal ± ${GOALS.memory}).`,
  ]
  writeFigures('documents-speed', 'Files beside a bare pipe', lines)
  const kept = ratioOf(uploads) >= GOALS.upload && ratioOf(downloads) >= GOALS.download
  return kept && moves <= GOALS.memory ? 0 : 1
}

process.exitCode = await withFileBench(main)

/**
 * The files of reports: a million rows as CSV and XLSX beside a bare COPY of the same query into the same store, with the
 * memory of the process that writes them, and every cell read back. `pnpm bench report-files [rows]`.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TenantId } from '../contracts/src/ids.ts'
import type { ReportColumn } from '../contracts/src/reports.ts'
import { writeFile } from '../server/src/areas/reports/files/write-file.ts'
import { columnsOf } from '../server/src/areas/reports/report-columns.ts'
import { CopyOut } from '../server/src/areas/reports/run/copy-out.ts'
import { cellsOf, toBlocks } from '../server/src/areas/reports/run/row-blocks.ts'
import { readConfig } from '../server/src/core/config.ts'
import { createStorage } from '../server/src/core/storage/storage.ts'
import { createTestDatabase } from '../server/test/database.ts'
import { connectBound, OURS, putCageWorld } from '../server/test/reports/cage-world.ts'
import { median } from '../server/test/statistics.ts'
import { table, writeFigures } from './support/figures.ts'
import { ROUNDS, spread } from './support/interleave.ts'
import { csvRows, sheetRows } from './support/report-files/read-back.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const CSV_GOAL = 0.8
const MAX_MOVED = 40
const tenantId = TenantId.parse(OURS.tenant)
const problems: string[] = []

/** Numbers, texts with commas, quotes and breaks, what looks like a formula, days, moments, answers, and nothing. */
const query = (rows: number) => `select (a - 1) * 1000 + b as n, 'Case ' || a || ', "' || b || '"' as name,
  '=' || b || '+1' as formula, round(((a - 500) * b / 7.0)::numeric, 2) as amount, date '2026-01-01' + (b % 300)::int as day,
  timestamptz '2026-01-01 00:00Z' + make_interval(mins => (a * b)::int) as moment, a % 3 = 0 as late,
  case when b % 2 = 0 then 'é😀' || chr(10) || '<&>' || a end as note
  from report.generate_series(1, ${rows / 1000}) a, report.generate_series(1, 1000) b`

const database = await createTestDatabase()
const storage = createStorage(readConfig({ ...process.env, PG_DATABASE: database.name, LOG_LEVEL: 'warn' }))
const stored: string[] = []

async function put(content: AsyncIterable<Buffer>): Promise<string> {
  const id = randomUUID()
  stored.push(id)
  await storage.exports.put({ tenantId, id }, content)
  return id
}
const read = async (id: string) => (await storage.exports.read({ tenantId, id })).stream

async function* joined(batches: AsyncIterable<Buffer[]>): AsyncGenerator<Buffer> {
  for await (const batch of batches) yield Buffer.concat(batch)
}

/** The query's answer in the store; `bare`: as COPY wrote it. */
async function run(rows: number, { bare }: { bare: boolean }): Promise<string> {
  const client = await connectBound(database)
  try {
    const batches = client.query(new CopyOut(query(rows))).batches()
    return await put(bare ? joined(batches) : toBlocks(batches, []))
  } finally {
    await client.end()
  }
}

async function columnsFor(rows: number): Promise<ReportColumn[]> {
  const client = await connectBound(database)
  const { fields } = await client.query(`${query(rows)} limit 0`)
  await client.end()
  return columnsOf(fields)
}

const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)

/** What the process that writes the file holds at most, in megabytes. */
function watchWriter() {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of children()) {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('report-file.child')) continue
        const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
        most = Math.max(most, peak)
      } catch {
        // It ended between two looks.
      }
    }
  }, 20)
  return () => {
    clearInterval(timer)
    return most
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1000 }
}

/** As COPY wrote them. */
async function* copiedRows(file: Readable): AsyncGenerator<(string | null)[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of file) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield cellsOf(line)
  }
}

const moment = (value: string) => new Date(`${value.replace(' ', 'T')}:00`).toISOString()
const inCsv = (value: string | null, { type }: ReportColumn) =>
  value === null ? '' : type !== 'number' && /^[=+\-@]/.test(value) ? `'${value}` : value
const inSheet = (value: string | null, { type }: ReportColumn) =>
  value === null || type === 'text' ? value : `${type} ${type === 'timestamp' ? moment(value) : value}`

/** How many rows were read back, all of them cell by cell the same. */
async function readBack(
  rows: AsyncGenerator<(string | null)[]>,
  bare: string,
  columns: readonly ReportColumn[],
  expected: (value: string | null, column: ReportColumn) => string | null,
): Promise<number> {
  await rows.next()
  let count = 0
  for await (const copied of copiedRows(await read(bare))) {
    const { value: found } = await rows.next()
    const wanted = copied.map((value, n) => expected(value, columns[n] ?? { name: '', type: 'text' }))
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      throw new Error(`row ${count}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
    count++
  }
  if ((await rows.next()).done !== true) throw new Error('there are more rows in the file')
  return count
}

async function fileOf(format: 'csv' | 'xlsx', blocks: string, columns: readonly ReportColumn[], rowCount: number) {
  const peak = watchWriter()
  const input = await read(blocks)
  const { result, seconds } = await timed(() => put(writeFile({ tenantId, format, columns, rowCount }, input)))
  return { id: result, seconds, megabytes: peak() }
}

/** Each once, every other time in the opposite order, so that whatever the machine is busy with meets all alike. */
async function round(rows: number, columns: readonly ReportColumn[], blocks: string, turn: number) {
  const took = {
    bare: { id: '', seconds: Number.NaN },
    blocks: { id: '', seconds: Number.NaN },
    csv: { id: '', seconds: Number.NaN, megabytes: 0 },
    xlsx: { id: '', seconds: Number.NaN, megabytes: 0 },
  }
  const copy = async (bare: boolean) => {
    const { result, seconds } = await timed(() => run(rows, { bare }))
    return { id: result, seconds }
  }
  const parts = [
    async () => void (took.bare = await copy(true)),
    async () => void (took.blocks = await copy(false)),
    async () => void (took.csv = await fileOf('csv', blocks, columns, rows)),
    async () => void (took.xlsx = await fileOf('xlsx', blocks, columns, rows)),
  ]
  for (const part of turn % 2 === 0 ? parts : parts.toReversed()) await part()
  return took
}

async function readWorkbook(id: string, bare: string, columns: readonly ReportColumn[]): Promise<number> {
  const path = join(tmpdir(), `throughline-bench-${process.pid}.xlsx`)
  try {
    await pipeline(await read(id), createWriteStream(path))
    return await readBack(sheetRows(path), bare, columns, inSheet)
  } finally {
    rmSync(path, { force: true })
  }
}

try {
  await putCageWorld(database, { twin: false })
  const columns = await columnsFor(ROWS)
  const few = await round(ROWS / 10, columns, await run(ROWS / 10, { bare: false }), 0)
  const blocks = await run(ROWS, { bare: false })
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let turn = 0; turn < ROUNDS; turn++) rounds.push(await round(ROWS, columns, blocks, turn))
  const [first] = rounds
  if (!first) throw new Error('there is one round')
  const same = {
    csv: await readBack(csvRows(await read(first.csv.id)), first.bare.id, columns, inCsv),
    xlsx: await readWorkbook(first.xlsx.id, first.bare.id, columns),
  }
  const speed = (part: 'bare' | 'blocks' | 'csv' | 'xlsx') => rounds.map((one) => ROWS / one[part].seconds)
  const ratio = (part: 'blocks' | 'csv' | 'xlsx') => rounds.map((one) => one.bare.seconds / one[part].seconds)
  const whole = rounds.map(({ blocks, csv }) => ROWS / (blocks.seconds + csv.seconds))
  const memory = (part: 'csv' | 'xlsx') => {
    const most = Math.max(...rounds.map((one) => one[part].megabytes))
    if (Math.abs(most - few[part].megabytes) > MAX_MOVED) problems.push(`memory of ${part}`)
    return `${most.toFixed(0)} MB; ${few[part].megabytes.toFixed(0)} MB with a tenth of the rows`
  }
  if (median(ratio('csv')) < CSV_GOAL) problems.push('speed of CSV')
  if (same.csv !== ROWS || same.xlsx !== ROWS) problems.push('rows read back')
  writeFigures('report-files', 'Files of reports', [
    `${ROWS.toLocaleString('en')} rows of 8 columns, ${ROUNDS} rounds in turns, one thing at a time: COPY of the query into the object store as it is,`,
    'the run (COPY into compressed blocks), and the files that a download makes of the blocks in a confined process, written',
    `into the same store: none but the first two ask the database. Goal: CSV ${CSV_GOAL} of the bare COPY, memory within ${MAX_MOVED} MB of a tenth of the rows. Read back cell by cell: CSV`,
    `${same.csv.toLocaleString('en')} rows equal, XLSX ${same.xlsx.toLocaleString('en')}. Median (least – most).`,
    '',
    ...table(
      ['', 'rows a second', 'of bare COPY', 'the writer holds at most'],
      [
        ['bare COPY', spread(speed('bare'), 0), '1', ''],
        ['run', spread(speed('blocks'), 0), spread(ratio('blocks'), 2), ''],
        ['CSV', spread(speed('csv'), 0), spread(ratio('csv'), 2), memory('csv')],
        ['XLSX', spread(speed('xlsx'), 0), spread(ratio('xlsx'), 2), memory('xlsx')],
        [
          'run and then CSV',
          spread(whole, 0),
          spread(
            rounds.map(({ bare }, turn) => ((whole[turn] ?? 0) * bare.seconds) / ROWS),
            2,
          ),
          '',
        ],
      ],
    ),
  ])
} finally {
  for (const id of stored) await storage.exports.remove({ tenantId, id })
  storage.close()
  await database.drop()
}
if (problems.length > 0) throw new Error(`not held: ${problems.join(', ')}`)

/**
 * Calls of strangers to webhooks: `pnpm bench hostile-hooks`, with the machine to itself. Whether an address that exists can
 * be told from one that does not by the time of its refusal, and how much 100,000 forged calls leave behind. `small` makes
 * a hundredth of them.
 */
import { randomUUID } from 'node:crypto'
import { signedHeaders } from '../server/src/areas/starts/hooks/signatures.ts'
import { createTestApi } from '../server/test/api.ts'
import { makeHook, newSecret } from '../server/test/hooks.ts'
import { compare, interleave } from '../server/test/statistics.ts'
import { createWorld } from '../server/test/world.ts'
import { writeFigures } from './support/figures.ts'
import { NO_SHARED_LIMIT } from './support/open-sessions.ts'

const isSmall = process.argv.includes('small')
const PAIRS = isSmall ? 100 : 2_000
const CALLS = isSmall ? 1_000 : 100_000
const AT_ONCE = 8
const TOLERANCE_MS = 2
/** Rows that one webhook keeps of a day. */
const KEPT = 100
const BODY = JSON.stringify({ supplier: { name: 'Quayside' }, total: { people: 3 } })

const api = await createTestApi({ SHARED_LIMITS_FACTOR: NO_SHARED_LIMIT })
try {
  const { ctx, app, database } = api
  const { ours } = await createWorld(api)
  const { hookId } = await makeHook(ctx, ours)
  const host = new URL(ctx.config.APP_ORIGIN).host
  let sent = 0
  const post = async (to: string) => {
    sent += 1
    const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
    const signed = signedHeaders('standard', newSecret(), Buffer.from(BODY), { id: randomUUID() })
    const headers = { host, 'x-forwarded-for': from, 'content-type': 'application/json', ...signed }
    const began = performance.now()
    const { statusCode } = await app.inject({ method: 'POST', url: `/v1/hooks/${to}/`, headers, payload: BODY })
    if (statusCode !== 401) throw new Error(`a forged call was answered with ${statusCode}`)
    return performance.now() - began
  }
  const left = () =>
    database.admin(async (db) => {
      const { rows } = await db.query<{ rows: number; counted: number; instances: number; bytes: number }>(
        `select (select count(*)::int from hook_deliveries) as rows, (select sum(calls)::int from hook_forgeries) as counted,
           (select count(*)::int from instances) as instances,
           (select sum(pg_total_relation_size(c.oid))::float8 from pg_class c where c.relname like 'hook_%' and c.relkind = 'r')
             as bytes`,
      )
      const [row] = rows
      if (!row) throw new Error('nothing was counted')
      return row
    })

  const pairs = await interleave(
    PAIRS,
    () => post(hookId),
    () => post(randomUUID()),
  )
  const found = compare(pairs)
  process.stdout.write(`${PAIRS} pairs taken\n`)
  const began = performance.now()
  let rest = CALLS
  const work = async () => {
    while (rest-- > 0) await post(hookId)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = (performance.now() - began) / 1_000
  const after = await left()
  const [low, high] = found.interval
  const isAlike = low >= -TOLERANCE_MS && high <= TOLERANCE_MS
  const isBounded = after.rows <= KEPT && after.instances === 0
  writeFigures('hostile-hooks', 'Forged calls of webhooks', [
    `${PAIRS} forged calls to an address that exists and as many to addresses that do not, in turns, then ${CALLS} to the`,
    `former. Goal: the bootstrap 99.9% interval of the median difference within ±${TOLERANCE_MS} ms; no instance, and at`,
    `most ${KEPT} rows a day.`,
    '',
    `- refused in, known / unknown: ${found.medians.map((ms) => ms.toFixed(2)).join(' / ')} ms`,
    `- median difference: ${found.difference.toFixed(3)} ms, ${low.toFixed(3)} … ${high.toFixed(3)}`,
    `- forged calls a second: ${(CALLS / seconds).toFixed(0)}`,
    `- left behind: ${after.rows} rows, ${after.counted} counted, ${(after.bytes / 1_048_576).toFixed(2)} MB in all tables of webhooks`,
    `- instances: ${after.instances}`,
  ])
  process.exitCode = isAlike && isBounded ? 0 : 1
} finally {
  await api.close()
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { install, lackingPackages } from '../../../scripts/stack/debian.ts'
import { makeKey } from '../../../server/test/api-keys.ts'
import type { Installation } from '../crash/installation.ts'
import { table, writeFigures } from '../figures.ts'
import { withRuntime } from '../with-runtime.ts'
import { MINUTE } from './arm.ts'
import { withInstallation } from './installed.ts'
import { firingsIn, instancesOf, MISSED_RULES, minutesFrom, timedSchedules } from './timed.ts'

/** What the clocks of all processes of the product say, beside the right time. */
const OFFSETS = ['+0', '+1h', '-1h', '+3d', '-3d'] as const
/** Runs under each clock. */
const FIRINGS = 2
const BETWEEN = 2
/** After the last of them, which is before the next clock's. */
const FOUND_WITHIN = 80_000
const STARTS = 20
const PACKAGE = 'libfaketime'
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

interface Wrong {
  offset: string
  firings: number
  /** Runs that did not start on time. */
  others: number
  refused: number
}

/** Once more each of the same starts: under every clock they are the same. */
async function startAll({ origin }: Installation, workflowId: string, token: string): Promise<number> {
  let refused = 0
  for (let n = 0; n < STARTS; n++) {
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': `start ${n}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ name: `Start ${n}`, answers: { ticket: `Ticket ${n}` } })
    const answer = await fetch(`${origin}/v1/workflows/${workflowId}/instances/`, { method: 'POST', headers, body })
    if (answer.status !== 201) refused++
    await answer.arrayBuffer()
  }
  return refused
}

async function underClocks(installation: Installation, turn: (offset: string) => void, say: (line: string) => void) {
  // Each clock has its own minutes, and two between them and the next.
  const minutes = minutesFrom(OFFSETS.length * (FIRINGS + BETWEEN), MINUTE)
  const moments = minutes.filter((_, n) => n % (FIRINGS + BETWEEN) < FIRINGS)
  const { tenant, workflowId, scheduleIds } = await timedSchedules(installation, 'Clocks', moments)
  const { tenantId } = tenant
  const { token } = await withRuntime(installation.environment, (ctx) => makeKey(ctx, tenant, { workflowId }))
  const wrong: Wrong[] = []
  for (const [n, offset] of OFFSETS.entries()) {
    const own = moments.slice(n * FIRINGS, (n + 1) * FIRINGS)
    await sleep((own[0] ?? 0) - MINUTE / 2 - Date.now())
    turn(offset)
    const refused = await startAll(installation, workflowId, token)
    const firingsOf = async () => {
      const rows = (await Promise.all(MISSED_RULES.map((rule) => firingsIn(installation, scheduleIds[rule])))).flat()
      return rows.filter(({ nominal }) => own.includes(nominal))
    }
    let firings = await firingsOf()
    const latest = (own.at(-1) ?? 0) + FOUND_WITHIN
    for (; firings.length < FIRINGS * MISSED_RULES.length && Date.now() < latest; firings = await firingsOf())
      await sleep(500)
    const others = firings.filter(({ state, instanceId }) => state !== 'started' || instanceId === null).length
    wrong.push({ offset, firings: firings.length, others, refused })
    say(`clocks ${offset}: ${firings.length} fired, ${others} otherwise, ${refused} calls refused`)
  }
  turn('+0')
  const ids = await Promise.all(['schedule', 'api'].map((source) => instancesOf(installation, tenantId, source)))
  return { wrong, schedule: ids[0]?.length ?? 0, api: ids[1]?.length ?? 0 }
}

/** The product's processes have wrong clocks, which jump while they work; the engine and the database have the right one. */
export async function clocks(say: (line: string) => void): Promise<boolean> {
  await install(await lackingPackages([PACKAGE], PACKAGE))
  const folder = mkdtempSync(join(tmpdir(), 'throughline-clocks-'))
  const file = join(folder, 'offset')
  const turn = (offset: string) => writeFileSync(file, `${offset}\n`)
  turn('+0')
  const faked = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  Object.assign(process.env, faked)
  try {
    return await withInstallation(async (installation) => {
      for (const name of Object.keys(faked)) delete process.env[name]
      const { wrong, schedule, api } = await underClocks(installation, turn, say)
      const wanted = OFFSETS.length * FIRINGS * MISSED_RULES.length
      const isRight = ({ firings, others, refused }: Wrong) =>
        firings === FIRINGS * MISSED_RULES.length && others === 0 && refused === 0
      const kept = wrong.every(isRight) && schedule === wanted && api === STARTS
      writeFigures('starts-clocks', 'Wrong clocks', [
        `Three schedules fired by the engine each minute, and ${STARTS} starts by the API sent again under the same keys, while the clocks of all`,
        'processes of the product jumped (libfaketime); those of the database and the engine went right.',
        '',
        ...table(
          ['clocks', 'fired', 'not on time', 'calls refused'],
          wrong.map(({ offset, firings, others, refused }) => [offset, firings, others, refused]),
        ),
        '',
        `Instances: ${schedule} of ${wanted} by schedules, ${api} of ${STARTS} by the API. Each once: ${kept ? 'yes' : 'no'}.`,
      ])
      return kept
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTool, listConnections } from '@throughline/contracts/connections'
import { afterAll, expect, test } from 'vitest'
import { testEnvironment } from './config.ts'
import { createSignInDesk, GOOGLE } from './sign-in-desk.ts'
import { createWorld } from './world.ts'

/** `SIGN_INS=60 KILLS=6` for the large size. */
const CONNECTIONS = Number(process.env.SIGN_INS ?? 12)
const KILLS = Number(process.env.KILLS ?? 2)
const TOKEN_SECONDS = 10
const WORKERS = 2
const MS_BETWEEN_KILLS = 12_000
/** A token is renewed a fifth of its life before its end; the provider counts whole seconds. */
const SOONEST_MS = TOKEN_SECONDS * 800 - 1_000

// A worker that is killed between the provider's answer and its commit leaves the old refresh token: providers that
// rotate them take it once more for a while, and end the grant if it comes later.
const desk = await createSignInDesk({ tokenSeconds: TOKEN_SECONDS, reuseSeconds: 5 })
const { api, provider } = desk
const { ours, actors } = await createWorld(api)
const { member } = actors

interface Heard {
  connection: string
  ok: boolean
  code?: string
  text?: string
}
const heard: Heard[] = []
const workers: ChildProcess[] = []
afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL')
})

function begin(n: number, toolId: string, connections: readonly string[]) {
  const program = join(import.meta.dirname, 'sign-in-caller.child.ts')
  const args = ['--conditions=source', '--import', 'tsx', program, api.database.name, ours.tenantId, toolId]
  const env = testEnvironment(api.database.name, provider.settings)
  const worker = spawn(process.execPath, [...args, ...connections], { stdio: ['ignore', 'pipe', 'inherit'], env })
  createInterface({ input: worker.stdout }).on('line', (line) => heard.push(JSON.parse(line)))
  workers[n] = worker
}

async function connect(n: number) {
  const done = await desk.complete(member, GOOGLE, { email: `person-${n}@harborvale.test` })
  const query = { name: `Connection ${n}`, sign_in: done.id }
  const { data } = await member.client(connectTool, { params: { toolId: done.toolId }, query, body: {} })
  return { id: data.id, toolId: done.toolId }
}

test('tokens are renewed once each, in time and for good, though workers are killed', async () => {
  const made: { id: string; toolId: string }[] = []
  for (let n = 0; n < CONNECTIONS; n++) made.push(await connect(n))
  const toolId = made[0]?.toolId ?? ''
  const ids = made.map(({ id }) => id)
  const since = Date.now()
  for (let n = 0; n < WORKERS; n++) begin(n, toolId, ids)
  const kills: number[] = []
  for (let n = 0; n < KILLS; n++) {
    await sleep(MS_BETWEEN_KILLS + Math.random() * 2_000)
    const worker = workers[n % WORKERS]
    kills.push(Date.now())
    worker?.kill('SIGKILL')
    if (worker) await once(worker, 'exit')
    begin(n % WORKERS, toolId, ids)
  }
  await sleep(MS_BETWEEN_KILLS)
  for (const worker of workers) worker.kill('SIGKILL')

  const { calls, refreshes } = await provider.ledger()
  const renewals = refreshes.filter(({ at }) => at >= since)
  const early = ids.flatMap((_, n) => {
    const own = renewals.filter(({ email }) => email === `person-${n}@harborvale.test`)
    return own.filter(({ at }, i) => i > 0 && at - (own[i - 1]?.at ?? 0) < SOONEST_MS)
  })
  const repeated = early.filter(({ at }) => kills.some((kill) => at >= kill && at - kill < 6_000))
  process.stdout.write(
    `${ids.length} connections, ${calls.length} calls, ${renewals.length} renewals, ${kills.length} kills, ${repeated.length} repeated after one\n`,
  )
  expect(
    calls.filter(({ status }) => status === 401),
    'calls with an ended token',
  ).toEqual([])
  expect(
    heard.filter(({ ok }) => !ok),
    'calls that failed',
  ).toEqual([])
  expect(
    renewals.filter(({ ok }) => !ok),
    'refresh tokens lost',
  ).toEqual([])
  expect(early.length - repeated.length, 'more than one renewal for an end').toBe(0)
  expect(new Set(heard.map(({ connection }) => connection)).size).toBe(ids.length)
  expect(renewals.length).toBeGreaterThanOrEqual(ids.length * 2)
  const { data } = await member.client(listConnections)
  expect(data.filter(({ health }) => health === 'needs_attention')).toEqual([])
}, 300_000)

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { subscribeEmail } from '@throughline/contracts/admin'
import { afterAll, expect, test } from 'vitest'
import { startInstallation } from '../../bench/support/crash/installation.ts'
import { readConfig } from '../src/core/config.ts'
import { removeSchedules } from './worker.ts'

/** `WAITLIST_ADDRESSES=1000 pnpm test crash landing` sends as many as the design asks for once. */
const ADDRESSES = Number(process.env['WAITLIST_ADDRESSES'] ?? 200)
const SENDS = 5
const PAUSE_MS = 150

const installation = await startInstallation(false)
const config = readConfig(installation.environment)
afterAll(async () => {
  await installation.stop(false)
  await removeSchedules(installation.database.name)
})

const agent = new Agent({ keepAlive: true })
let callers = 0

/** As a browser asks one of the product's hosts, each time from an address of its own; undefined where no answer came. */
function ask(origin: string, path: string, sent: string): Promise<{ status: number; text: string } | undefined> {
  callers += 1
  const from = `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`
  const host = new URL(origin).host
  const headers = { host, 'x-forwarded-for': from, 'content-type': 'application/json', origin }
  return new Promise((resolve) => {
    const asked = request(new URL(path, installation.origin), { agent, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => resolve(undefined))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    asked.on('error', () => resolve(undefined))
    asked.end(sent)
  })
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10)
}

test(`${ADDRESSES} addresses join the waitlist, each sent ${SENDS} times at once under kills, and each is there once`, {
  timeout: ADDRESSES * 300,
}, async () => {
  const { WWW_ORIGIN } = config
  const answers = new Set<string>()
  let joined = 0
  const send = async (email: string) => {
    for (;;) {
      const answer = await ask(WWW_ORIGIN, subscribeEmail.path, JSON.stringify({ email }))
      if (answer && answer.status < 500) return void answers.add(`${answer.status} ${answer.text}`)
      await sleep(PAUSE_MS)
    }
  }
  const emails = Array.from({ length: ADDRESSES }, (_, n) => `waits-${n}@example.test`)
  const sending = Array.from({ length: 8 }, async (_, at) => {
    for (const email of emails.filter((_one, n) => n % 8 === at)) {
      await Promise.all(Array.from({ length: SENDS }, () => send(email)))
      joined += 1
    }
  })
  for (const part of [1, 2]) {
    await until(() => joined >= (ADDRESSES * part) / 3)
    installation.services.api?.strike('SIGKILL')
    await installation.ready()
  }
  await Promise.all(sending)
  expect([...answers]).toEqual(['201 {"status":"ok","token":null,"work":null}'])
  const { rows } = await installation.database.admin((admin) =>
    admin.query<{ email: string }>('select email from waitlist order by length(email), email'),
  )
  expect(rows.map(({ email }) => email)).toEqual(emails)
})

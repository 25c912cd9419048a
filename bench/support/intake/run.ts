import { setTimeout as sleep } from 'node:timers/promises'
import { fillPath } from '../../../contracts/src/endpoint.ts'
import { sendResponse } from '../../../contracts/src/public-forms.ts'
import { beginPage } from '../../../server/src/areas/forms/respond/page-token.ts'
import { readConfig } from '../../../server/src/core/config.ts'
import { randomFrom } from '../../../server/test/statistics.ts'
import type { Installation } from '../crash/installation.ts'
import type { OwnStore } from '../files/crash/own-store.ts'
import { contentOf } from '../files/crash/tickets.ts'
import { keepServersUp, strikeServer } from '../runs/own-stack.ts'
import type { IntakeWorld } from './world.ts'

/** Those that anybody may kill, and those of a stack of its own. */
export const STRUCK = ['api', 'worker', 'relay', 's3'] as const
export const STRUCK_ALL = [...STRUCK, 'temporal', 'postgres', 'pgbouncer', 'redis'] as const
type Struck = (typeof STRUCK_ALL)[number]

export interface Sizes {
  responses: number
  kills: number
  struck: readonly Struck[]
}

interface SentResponse {
  ticket: string
  /** What each of the same requests was told at last. */
  receipts: string[]
  refusals: string[]
  tries: number
}

export interface Story {
  seed: number
  sizes: Sizes
  world: IntakeWorld
  sent: SentResponse[]
  strikes: { part: Struck; at: number; back: number; underWay: number }[]
  began: number
  ended: number
}

export const DUPLICATES = 5
export const FILES = 2
const SENDERS = 4
const PAUSE = 200
const LONGEST_QUIET = 1_500
const STUCK_AFTER = 300_000

/** Files of a ticket, each with content of its own. */
export const filesOf = (ticket: string) =>
  Array.from({ length: FILES }, (_, n) => ({
    name: `${ticket}-${n}.bin`,
    size: 2_000 + n * 70_000,
    way: 'plain' as const,
  }))

interface Parts {
  installation: Installation
  store: OwnStore
  world: IntakeWorld
  seed: number
  sizes: Sizes
  say: (line: string) => void
}

const Passing = new Set([408, 429, 500, 502, 503, 504])

/** One response, the same five times at once; each is sent again until it is answered. */
async function sendOne({ installation, world }: Parts, response: SentResponse): Promise<void> {
  const { origin, environment } = installation
  const { ticket } = response
  const { token } = beginPage(readConfig(environment), world.formId, Date.now() - 20_000, false)
  const address = origin + fillPath(sendResponse.path, { formId: world.formId })
  const once = async (): Promise<string | undefined> => {
    const form = new FormData()
    for (const [name, text] of Object.entries({ _key: ticket, _token: token, 'txt-1': ticket })) form.append(name, text)
    for (const file of filesOf(ticket)) form.append('file-1[]', new Blob([contentOf(file)]), file.name)
    response.tries++
    const answer = await fetch(address, { method: 'POST', headers: { origin }, body: form }).catch(() => undefined)
    if (!answer || Passing.has(answer.status)) return undefined
    const body: { data?: { receipt: string }; message?: string } = JSON.parse(await answer.text().catch(() => '{}'))
    if (body.data) return body.data.receipt
    response.refusals.push(`${answer.status} ${body.message ?? ''}`)
    return ''
  }
  const untilAnswered = async () => {
    for (let receipt = await once(); ; receipt = await once()) {
      if (receipt !== undefined) return void response.receipts.push(receipt)
      await sleep(PAUSE)
    }
  }
  await Promise.all(Array.from({ length: DUPLICATES }, untilAnswered))
}

/** The same for the same seed: which part, after how many responses, and how long after that. */
function drawStrikes(seed: number, { kills, struck, responses }: Sizes) {
  const random = randomFrom(seed)
  return Array.from({ length: kills }, (_, n) => struck[n % struck.length] ?? 'api')
    .map((part) => ({ part, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ part }, n) => ({
      part,
      after: Math.floor(((n + random()) * responses) / (kills + 1)),
      quiet: Math.round(random() * LONGEST_QUIET),
    }))
}

async function strike({ installation, store }: Parts, part: Struck): Promise<void> {
  if (part === 's3') store.service.strike('SIGKILL')
  else if (part === 'api' || part === 'worker' || part === 'relay') installation.services[part]?.strike('SIGKILL')
  else await strikeServer(part)
  await store.ready()
  await installation.ready()
}

/** Nothing waits for the scanner, for a later step, or to be sent. */
const unfinished = ({ database }: Installation): Promise<number> =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<{ n: number }>(
      `select (select count(*) from document_versions where state = 'quarantined' or 'waiting' in (thumbnail, text))::int
        + (select count(*) from outbox)::int as n`,
    )
    return rows[0]?.n ?? 0
  })

export async function runIntake(parts: Parts): Promise<Story> {
  const { installation, world, seed, sizes, say } = parts
  const began = Date.now()
  const sent = Array.from({ length: sizes.responses }, (_, n): SentResponse => {
    return { ticket: `t${seed}-${n}`, receipts: [], refusals: [], tries: 0 }
  })
  const isDone = ({ receipts }: SentResponse) => receipts.length === DUPLICATES
  const stopKeeping = keepServersUp(sizes.struck.filter((part) => !STRUCK.some((one) => one === part)))
  const sending = Array.from({ length: SENDERS }, async (_, n) => {
    for (const response of sent.filter((_one, at) => at % SENDERS === n)) await sendOne(parts, response)
  })
  const strikes: Story['strikes'] = []
  for (const { part, after, quiet } of drawStrikes(seed, sizes)) {
    while (sent.filter(isDone).length < after) await sleep(20)
    await sleep(quiet)
    const underWay = sent.filter((one) => one.tries > 0 && !isDone(one)).length
    const at = Date.now()
    await strike(parts, part)
    strikes.push({ part, at, back: Date.now(), underWay })
    say(`${((at - began) / 1000).toFixed(1)} s: ${part}, ${underWay} under way`)
  }
  await Promise.race([Promise.all(sending), sleep(STUCK_AFTER, undefined, { ref: false })])
  const deadline = Date.now() + STUCK_AFTER
  while ((await unfinished(installation)) > 0 && Date.now() < deadline) await sleep(500)
  stopKeeping()
  return { seed, sizes, world, sent, strikes, began, ended: Date.now() }
}

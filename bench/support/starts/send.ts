import { setTimeout as sleep } from 'node:timers/promises'
import { signedHeaders } from '../../../server/src/areas/starts/hooks/signatures.ts'
import { rawMail } from '../../../server/test/mail-starts.ts'
import { sendBySmtp } from '../../../server/test/send-by-smtp.ts'
import { addressOf } from '../browser.ts'
import type { Installation } from '../crash/installation.ts'
import type { StartsWorld } from './world.ts'

export const KINDS = ['webhooks', 'mails', 'calls', 'firings'] as const
export type Kind = (typeof KINDS)[number]

/** One start, and what its sender was told each time it was sent. */
export interface SentStart {
  kind: Kind
  n: number
  ticket: string
  tries: number
  /** Ids of the instance, as answers name it; of mails and firings only that they were accepted. */
  accepted: string[]
  refusals: string[]
}

export const DUPLICATES = 5
const PAUSE = 200
const LONGEST = 15_000
const PASSING = new Set([408, 429, 500, 502, 503, 504])
const ACCEPTED = 'accepted'

/** Undefined: nobody can know yet, so it is sent again. */
type Told = { accepted: string } | { refused: string } | undefined

/** Of the two calls over HTTP: the id of the instance. */
async function post(address: string, headers: Record<string, string>, body: string): Promise<Told> {
  const answer = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(LONGEST) }).catch(
    () => undefined,
  )
  if (!answer || PASSING.has(answer.status)) return undefined
  const text = await answer.text().catch(() => undefined)
  if (text === undefined) return undefined
  const { data }: { data?: { id?: string; instance?: { id: string } | null } } = JSON.parse(text)
  const id = data?.id ?? data?.instance?.id
  return id === undefined ? { refused: `${answer.status} ${text.slice(0, 200)}` } : { accepted: id }
}

const callHook = ({ origin }: Installation, { hook }: StartsWorld, { ticket, n }: SentStart) => {
  const body = JSON.stringify({ ticket })
  const headers = signedHeaders('standard', hook.secret, Buffer.from(body), { id: ticket })
  const address = `${origin}/v1/hooks/${hook.hookId}/`
  return post(address, { ...headers, 'content-type': 'application/json', 'x-forwarded-for': addressOf(n) }, body)
}

const callApi = ({ origin }: Installation, { workflowId, tokens }: StartsWorld, { ticket, n }: SentStart) => {
  const headers = {
    authorization: `Bearer ${tokens[n] ?? ''}`,
    'idempotency-key': ticket,
    'content-type': 'application/json',
    'x-forwarded-for': addressOf(n),
  }
  const body = JSON.stringify({ name: ticket, answers: { ticket } })
  return post(`${origin}/v1/workflows/${workflowId}/instances/`, headers, body)
}

/** By the protocol, as the installation's own mail server does it: what was not confirmed is sent again. */
async function sendMail(
  { mailPort }: Installation,
  { address }: StartsWorld,
  raw: string,
  from: string,
): Promise<Told> {
  const code = await sendBySmtp(mailPort, address, raw, from).catch(() => 0)
  if (code === 250) return { accepted: ACCEPTED }
  return code >= 500 ? { refused: String(code) } : undefined
}

const fire = async ({ fire, scheduleIds }: StartsWorld, { n }: SentStart): Promise<Told> => {
  try {
    await fire(scheduleIds[n] ?? '')
    return { accepted: ACCEPTED }
  } catch {
    return undefined
  }
}

/** How it is sent once; the same each time. */
function onceOf(installation: Installation, world: StartsWorld, start: SentStart): () => Promise<Told> {
  const { kind, ticket } = start
  if (kind === 'webhooks') return () => callHook(installation, world, start)
  if (kind === 'calls') return () => callApi(installation, world, start)
  if (kind === 'firings') return () => fire(world, start)
  const from = `${ticket}@sender.example`
  const raw = rawMail({ from, subject: ticket })
  return () => sendMail(installation, world, raw, from)
}

/** Five times at once, each as often as its sender cannot know whether it was taken. */
export async function sendStart(installation: Installation, world: StartsWorld, start: SentStart): Promise<void> {
  const once = onceOf(installation, world, start)
  const untilTold = async () => {
    for (;;) {
      start.tries++
      const told = await once()
      if (told && 'accepted' in told) return void start.accepted.push(told.accepted)
      if (told) return void start.refusals.push(told.refused)
      await sleep(PAUSE)
    }
  }
  await Promise.all(Array.from({ length: DUPLICATES }, untilTold))
}

export const isSent = ({ accepted, refusals }: SentStart) => accepted.length + refusals.length === DUPLICATES

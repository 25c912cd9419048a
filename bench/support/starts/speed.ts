import { randomUUID } from 'node:crypto'
import { createClient } from '../../../contracts/src/client.ts'
import { startInstance } from '../../../contracts/src/instances.ts'
import { signedHeaders } from '../../../server/src/areas/starts/hooks/signatures.ts'
import { makeHook } from '../../../server/test/hooks.ts'
import { addressOf } from '../browser.ts'
import type { Installation } from '../crash/installation.ts'
import type { Sides } from '../interleave.ts'
import { makeOrganization, publish } from '../organization.ts'
import { withRuntime } from '../with-runtime.ts'
import { ONE_TASK } from './document.ts'

/** Each may write five times a second: together more than two processors start. */
export const SENDERS = 16

/** Of each start that was accepted, milliseconds until its answer. */
export interface Sent {
  times: number[]
  seconds: number
}

/** One call after the other by each sender, for so long. */
async function sendFor(seconds: number, call: (sender: number) => Promise<void>): Promise<Sent> {
  const times: number[] = []
  const began = performance.now()
  const send = async (sender: number) => {
    while (performance.now() - began < seconds * 1000) {
      const sent = performance.now()
      await call(sender)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, n) => send(n)))
  return { times: times.toSorted((a, b) => a - b), seconds: (performance.now() - began) / 1000 }
}

/** The same workflow, started by people and by a webhook. */
export async function startsSides({
  environment,
  origin,
}: Installation): Promise<Sides<(seconds: number) => Promise<Sent>>> {
  const usernames = Array.from({ length: SENDERS }, (_, n) => `starter-${n}`)
  const organization = await makeOrganization(environment, origin, 'Speed', usernames)
  const workflowId = await publish(origin, organization, ONE_TASK)
  const { tenantId, owner, people } = organization
  const mapping = { ticket: '$.ticket' }
  const { hookId, secret } = await withRuntime(environment, (ctx) =>
    makeHook(ctx, { tenantId, ownerId: owner.memberId }, { workflowId, mapping }),
  )
  const clients = people.map(({ fetch }) => createClient({ origin, fetch }))
  const byPerson = async (sender: number) => {
    const ticket = randomUUID()
    await clients[sender]?.(startInstance, { params: { workflowId }, body: { name: ticket, answers: { ticket } } })
  }
  const byHook = async (sender: number) => {
    const ticket = randomUUID()
    const body = JSON.stringify({ ticket })
    const signed = signedHeaders('standard', secret, Buffer.from(body), { id: ticket })
    const headers = { ...signed, 'content-type': 'application/json', 'x-forwarded-for': addressOf(sender + 1) }
    const answer = await fetch(`${origin}/v1/hooks/${hookId}/`, { method: 'POST', headers, body })
    if (answer.status !== 202) throw new Error(`a call was answered with ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  return { bare: (seconds) => sendFor(seconds, byPerson), product: (seconds) => sendFor(seconds, byHook) }
}

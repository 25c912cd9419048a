import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, createClient } from '../../../../contracts/src/client.ts'
import * as uploads from '../../../../contracts/src/document-uploads.ts'
import { linkDocument, listDocuments } from '../../../../contracts/src/documents.ts'
import { addAttachment } from '../../../../contracts/src/tasks.ts'
import { type Act, perform } from '../../runs/acts.ts'
import { receiveBytes } from '../traffic.ts'
import { contentOf, hashOf, type Ticket } from './tickets.ts'
import type { FilesWorld } from './world.ts'

const PAUSE = 300
const AT_ONCE = 100

export interface Going {
  acts: Act[]
  /** False once everything has to be over. */
  on: () => boolean
}

const formOf = (field: string, ticket: Ticket) => {
  const form = new FormData()
  form.append(field, new Blob([contentOf(ticket)]), ticket.name)
  return form
}

/** Sent again as a page does that lost its network: what has arrived is asked of the server. */
async function sendParts(client: Client, ticket: Ticket, on: () => boolean): Promise<void> {
  const content = contentOf(ticket)
  const { data } = await client(uploads.beginUpload, { body: { name: ticket.name, size: ticket.size } })
  const params = { uploadId: data.id }
  const numbers = Array.from({ length: Math.ceil(ticket.size / data.part_bytes) }, (_, n) => n + 1)
  const acknowledged = new Map<number, string>()
  while (on()) {
    try {
      const { data: seen } = await client(uploads.getUpload, { params })
      const marks = new Map(seen.parts.map(({ number, etag }) => [number, etag]))
      const isThere = (number: number) => marks.has(number) && marks.get(number) === acknowledged.get(number)
      const missing = seen.state === 'completed' ? [] : numbers.filter((number) => !isThere(number))
      if (missing.length > 0) {
        const { data: signed } = await client(uploads.signParts, { params, body: { numbers: missing } })
        for (const { number, url } of signed) {
          const body = content.subarray((number - 1) * data.part_bytes, number * data.part_bytes)
          const { ok, headers } = await fetch(url, { method: 'PUT', body })
          if (ok) acknowledged.set(number, (headers.get('etag') ?? '').replaceAll('"', ''))
        }
      }
      const parts = Array.from(acknowledged, ([number, etag]) => ({ number, etag }))
      await client(uploads.completeUpload, { params, body: { parts } })
      return
    } catch (error) {
      if (error instanceof ApiError && error.status === 410)
        throw new Error('begun again, as the page is told', { cause: error })
      if (error instanceof ApiError && error.status < 500 && ![408, 409, 429].includes(error.status)) throw error
      await sleep(PAUSE)
    }
  }
  throw new Error('the upload did not end')
}

/** One after the other, each until it is acknowledged. */
export async function sendAll(
  world: FilesWorld,
  person: FilesWorld['people'][number],
  tickets: readonly Ticket[],
  going: Going,
) {
  const client = createClient({ origin: world.origin, fetch: person.fetch })
  for (const ticket of tickets) {
    const act: Act = { kind: 'upload', subject: ticket.name, tries: [] }
    going.acts.push(act)
    await perform(act, going.on, (idempotencyKey) => {
      const { taskId } = world
      if (ticket.way === 'resumed') return sendParts(client, ticket, going.on)
      if (ticket.way === 'plain')
        return client(uploads.addDocument, { body: {} }, { idempotencyKey, form: formOf('files', ticket) })
      const call = { idempotencyKey, form: formOf('files', ticket) }
      return client(addAttachment, { params: { taskId }, query: {} }, call)
    })
  }
}

/** Looks at the newest again and again: whatever can be had must be whole. Says what was not. */
export async function readAll(
  world: FilesWorld,
  person: FilesWorld['people'][number],
  tickets: readonly Ticket[],
  going: Going,
) {
  const client = createClient({ origin: world.origin, fetch: person.fetch })
  const hashes = new Map(tickets.map((ticket) => [ticket.name, ticket]))
  const read = new Set<string>()
  const broken: string[] = []
  while (going.on()) {
    try {
      const query = { limit: AT_ONCE, sort: 'created' } as const
      for (const { id, name, downloadable } of await client(listDocuments, { query })) {
        const ticket = hashes.get(name)
        if (!downloadable || read.has(id) || !ticket || !going.on()) continue
        const { url } = await client(linkDocument, { params: { documentId: id }, query: {} })
        const { status, bytes } = await receiveBytes(world.origin, url)
        // A store that is away cuts an answer off, which is no answer.
        if (status !== 200) continue
        if (hashOf(bytes) !== hashOf(contentOf(ticket))) broken.push(name)
        read.add(id)
      }
    } catch {
      // Whatever was struck is away for a moment.
    }
    await sleep(PAUSE)
  }
  return { read: read.size, broken }
}

import type { Upload as ServerUpload } from '@throughline/contracts/document-uploads'
import type { Document } from '@throughline/contracts/documents'
import type { UploadId } from '@throughline/contracts/ids'
import { type Failure, pauseAfter } from './failure.ts'
import type { StoredUpload } from './memory.ts'
import {
  type Answer,
  type Attempt,
  type Call,
  type Job,
  type RequestId,
  requestOf,
  type Transfer,
  type Turn,
} from './state.ts'
import { isResumable } from './upload.ts'

const PARTS_AT_ONCE = 4
const SIGNED_AT_ONCE = 12
const MAX_ROUNDS = 3

/** A job with its file on the way. */
export type Sending = Job & { transfer: Transfer }

/** It goes on, or how it ended. */
export type Next =
  | { ended: undefined; job: Sending }
  | { ended: 'arrived'; document: Document | undefined }
  | { ended: 'failed'; problem: string | undefined }
  | { ended: 'unreadable' }

const READY: Attempt = { state: 'ready', tries: 0, bytes: 0 }

/** Stores write it with quotes or without. */
const bare = (etag: string | undefined) => etag?.replaceAll('"', '')

const sizeOfPart = ({ size, part_bytes }: Pick<ServerUpload, 'size' | 'part_bytes'>, part: number) =>
  Math.min(part_bytes, size - (part - 1) * part_bytes)

/**
 * What need not be sent again. A store's word alone is not enough: some keep a part that was cut off, at its full size
 * and with nothing in the rest of it. Only what was acknowledged to us, and has the same mark still, is whole.
 */
export function arrivedOf(upload: ServerUpload, { parts = [] }: Pick<StoredUpload, 'parts'>) {
  const acknowledged = new Map(parts)
  const whole = upload.parts.flatMap(({ number, etag }) =>
    bare(acknowledged.get(number)) === bare(etag) ? [number] : [],
  )
  return { numbers: new Set(whole), bytes: whole.reduce((sum, part) => sum + sizeOfPart(upload, part), 0) }
}

/** Documents wait for a connection or a busy server. For a picture, the person learns at once that it was not sent. */
const isPatient = ({ stored }: Job) => stored.target.kind === 'document'

const isPart = (request: RequestId): request is number => typeof request === 'number'

/** Of an upload that the server knows; undefined for a part whose address is not known yet. */
function callInParts({ stored, transfer }: Sending, upload: NonNullable<Transfer['upload']>, request: RequestId) {
  const { file, addresses, queue, requests } = transfer
  const uploadId = upload.id
  if (request === 'complete') {
    const parts = (stored.parts ?? []).map(([number, etag]) => ({ number, etag }))
    return { kind: 'complete', uploadId, parts } as const
  }
  if (isPart(request)) {
    const url = addresses.get(request)
    const from = (request - 1) * upload.part_bytes
    if (url === undefined) return undefined
    return { kind: 'put', part: request, url, file, from, to: from + upload.part_bytes } as const
  }
  const wanted = [...requests.keys()].filter(isPart).concat(queue)
  const numbers = wanted.filter((part) => !addresses.has(part)).slice(0, SIGNED_AT_ONCE)
  return { kind: 'sign', uploadId, numbers } as const
}

function callOf(job: Sending, request: RequestId): Call | undefined {
  const { name, target, size, uploadId } = job.stored
  const { file, upload } = job.transfer
  if (request === 'whole') return { kind: 'whole', file, name, target }
  if (request === 'begin') return target.kind === 'document' ? { kind: 'begin', name, size, place: target } : undefined
  if (request === 'show') return uploadId === undefined ? undefined : { kind: 'show', uploadId }
  return upload && callInParts(job, upload, request)
}

const withTransfer = (job: Sending, change: Partial<Transfer>): Sending => ({
  ...job,
  transfer: { ...job.transfer, ...change },
})

const withRequest = (job: Sending, request: RequestId, attempt: Attempt): Sending =>
  withTransfer(job, { requests: new Map(job.transfer.requests).set(request, attempt) })

/** Addresses are asked for once, for all parts that want one. */
function withSigning(job: Sending): Sending {
  const { requests, addresses } = job.transfer
  const unsigned = [...requests].some(
    ([request, { state }]) => isPart(request) && state === 'ready' && !addresses.has(request),
  )
  return unsigned && !requests.has('sign') ? withRequest(job, 'sign', READY) : job
}

/** Sends what is ready. Without a connection it waits for one. */
function proceed(job: Sending, turn: Turn): Next {
  let next = withSigning(job)
  for (const [request, attempt] of next.transfer.requests) {
    if (attempt.state !== 'ready') continue
    if (!turn.moment.online && isPatient(job)) {
      next = withRequest(next, request, { ...attempt, state: 'offline' })
      continue
    }
    const call = callOf(next, request)
    if (!call) continue
    turn.effects.push({ type: 'call', key: job.stored.key, transfer: job.transfer.id, call })
    next = withRequest(next, request, { ...attempt, state: 'underway' })
  }
  return { ended: undefined, job: next }
}

const onlyRequest = (job: Sending, request: RequestId): Sending =>
  withTransfer(job, { requests: new Map([[request, READY]]) })

/** As many parts as may go at the same time; after the last of them, the end. */
function sendParts(job: Sending, turn: Turn): Next {
  const requests = new Map(job.transfer.requests)
  const queue = [...job.transfer.queue]
  const free = PARTS_AT_ONCE - [...requests.keys()].filter(isPart).length
  for (const part of queue.splice(0, free)) requests.set(part, READY)
  if (requests.size === 0) return proceed(onlyRequest(job, 'complete'), turn)
  return proceed(withTransfer(job, { requests, queue }), turn)
}

/** All parts but those that have arrived. */
function sendMissing(job: Sending, upload: ServerUpload, turn: Turn): Next {
  const { id, size, part_bytes } = upload
  const arrived = arrivedOf(upload, job.stored)
  const all = Array.from({ length: Math.ceil(size / part_bytes) }, (_, index) => index + 1)
  const queue = all.filter((part) => !arrived.numbers.has(part))
  const known = withTransfer(job, { upload: { id, size, part_bytes }, queue })
  return sendParts({ ...known, safe: arrived.bytes }, turn)
}

/** Begins a transfer, or begins it anew; what an earlier visit or round has left is asked for first. */
function startRound(job: Job, file: File, round: number, turn: Turn): Next {
  const request = !isResumable(job.stored) ? 'whole' : job.stored.uploadId ? 'show' : 'begin'
  const transfer: Transfer = {
    id: ++turn.transfers,
    file,
    round,
    upload: undefined,
    begun: undefined,
    queue: [],
    addresses: new Map(),
    requests: new Map([[request, READY]]),
    measured: undefined,
  }
  return proceed({ ...job, transfer }, turn)
}

export const startTransfer = (job: Job, file: File, turn: Turn): Next => startRound(job, file, 1, turn)

/** Written down, so that a reload goes on with it. */
function store(job: Sending, change: Partial<StoredUpload>, turn: Turn): Sending {
  const stored = { ...job.stored, ...change }
  turn.effects.push({ type: 'store', stored })
  return { ...job, stored }
}

function withoutRequest(job: Sending, request: RequestId): Sending {
  const requests = new Map(job.transfer.requests)
  requests.delete(request)
  return withTransfer(job, { requests })
}

const isUnderway = ({ transfer }: Sending, request: RequestId) => transfer.requests.get(request)?.state === 'underway'

export function onAnswer(asked: Sending, answer: Answer, turn: Turn): Next {
  if (!isUnderway(asked, requestOf(answer))) return { ended: undefined, job: asked }
  const job = withoutRequest(asked, requestOf(answer))
  switch (answer.kind) {
    case 'whole':
    case 'complete':
      return { ended: 'arrived', document: answer.document }
    case 'show': {
      const { id, size, part_bytes, state } = answer.upload
      if (state === 'uploading') return sendMissing(job, answer.upload, turn)
      return proceed(onlyRequest(withTransfer(job, { upload: { id, size, part_bytes } }), 'complete'), turn)
    }
    case 'begin': {
      const begun = store(job, { uploadId: answer.upload.id, parts: [] }, turn)
      return { ended: undefined, job: withTransfer(begun, { begun: answer.upload }) }
    }
    case 'sign': {
      const addresses = new Map(job.transfer.addresses)
      for (const { number, url } of answer.addresses) addresses.set(number, url)
      // A server that signs nothing of what was asked for would be asked for ever.
      if (addresses.size === job.transfer.addresses.size) return { ended: 'failed', problem: undefined }
      return proceed(withTransfer(job, { addresses }), turn)
    }
    case 'put':
    default: {
      const { part, etag } = answer
      const parts = [...new Map(job.stored.parts).set(part, etag)]
      const safe = job.safe + (job.transfer.upload ? sizeOfPart(job.transfer.upload, part) : 0)
      return sendParts(store({ ...job, safe }, { parts }, turn), turn)
    }
  }
}

/** Before the first byte leaves, the upload's id is written down. */
export function onStored(job: Sending, uploadId: UploadId | undefined, turn: Turn): Next {
  const { begun } = job.transfer
  return begun && begun.id === uploadId
    ? sendMissing(withTransfer(job, { begun: undefined }), begun, turn)
    : { ended: undefined, job }
}

/** What the server has lost is sent once more; what it has given up is begun anew. */
function startAgain(job: Sending, { kind, message }: Failure, turn: Turn): Next {
  const { id, file, round } = job.transfer
  if (round === MAX_ROUNDS || !job.stored.uploadId) return { ended: 'failed', problem: message }
  turn.effects.push({ type: 'stop', transfer: id })
  const stored = kind === 'gone' ? { ...job.stored, uploadId: undefined, parts: [] } : job.stored
  return startRound({ ...job, stored, safe: kind === 'gone' ? 0 : job.safe }, file, round + 1, turn)
}

export function onFailure(job: Sending, request: RequestId, failure: Failure, turn: Turn): Next {
  if (!isUnderway(job, request)) return { ended: undefined, job }
  if (!isPatient(job)) return { ended: 'failed', problem: failure.message }
  if (failure.kind === 'unreadable') return { ended: 'unreadable' }
  if ((failure.kind === 'gone' || failure.kind === 'incomplete') && request !== 'whole')
    return startAgain(job, failure, turn)
  const { moment, effects } = turn
  const before = job.transfer.requests.get(request) ?? READY
  const addresses = new Map(job.transfer.addresses)
  // It may have been too old.
  if (isPart(request)) addresses.delete(request)
  const known = withTransfer(job, { addresses })
  if (failure.kind === 'passing' && !moment.online)
    return proceed(withRequest(known, request, { ...before, state: 'ready', bytes: 0 }), turn)
  const tries = before.tries + (failure.kind === 'passing' ? 1 : 0)
  const milliseconds = pauseAfter(failure, tries, moment.chance)
  if (milliseconds === undefined) return { ended: 'failed', problem: failure.message }
  effects.push({ type: 'wait', key: job.stored.key, transfer: job.transfer.id, request, milliseconds })
  return { ended: undefined, job: withRequest(known, request, { state: 'waiting', tries, bytes: 0 }) }
}

export function onWaited(job: Sending, request: RequestId, turn: Turn): Next {
  const attempt = job.transfer.requests.get(request)
  if (attempt?.state !== 'waiting') return { ended: undefined, job }
  return proceed(withRequest(job, request, { ...attempt, state: 'ready' }), turn)
}

export function onOnline(job: Sending, turn: Turn): Next {
  const requests = new Map(job.transfer.requests)
  for (const [request, { state }] of requests) if (state === 'offline') requests.set(request, READY)
  return proceed(withTransfer(job, { requests }), turn)
}

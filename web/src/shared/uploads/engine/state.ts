import type { ArrivedPart, Upload as ServerUpload } from '@throughline/contracts/document-uploads'
import type { Document } from '@throughline/contracts/documents'
import type { DocumentId, UploadId } from '@throughline/contracts/ids'
import type { Failure } from './failure.ts'
import type { StoredUpload } from './memory.ts'
import type { Chosen, Upload, UploadPlace, UploadTarget } from './upload.ts'

/** What a transfer asks of servers, each at most once at a time; a number is the part that is put into the store. */
export type RequestId = 'whole' | 'begin' | 'show' | 'sign' | 'complete' | number

/** ready: to be sent as soon as there is a connection, and for a part an address; waiting: a while after a failure. */
export interface Attempt {
  state: 'ready' | 'underway' | 'waiting' | 'offline'
  tries: number
  /** Of its body, as far as they have left. */
  bytes: number
}

/** A file on its way: from the press, or its turn in the queue, until it arrives, fails or is stopped. */
export interface Transfer {
  /** Answers carry it, so that what was asked by a transfer that is over changes nothing. */
  id: number
  file: File
  /** Begun anew so often, or looked at again, because the server had lost something of it. */
  round: number
  upload: Pick<ServerUpload, 'id' | 'size' | 'part_bytes'> | undefined
  /** Begun at the server, and its id is being written down: until then no byte leaves. */
  begun: ServerUpload | undefined
  /** Parts that nothing was done about yet. */
  queue: readonly number[]
  addresses: ReadonlyMap<number, string>
  requests: ReadonlyMap<RequestId, Attempt>
  measured: { sent: number; at: number } | undefined
}

export interface Job {
  stored: StoredUpload
  /** Bytes that are kept whatever happens. */
  safe: number
  file: File | undefined
  transfer: Transfer | undefined
}

/** An upload as pages see it, and while it is not over what is needed to go on with it. */
export interface Entry {
  upload: Upload
  job: Job | undefined
}

export interface EngineState {
  owner: string | undefined
  entries: readonly Entry[]
  /** How many transfers there have been: each has a number of its own. */
  transfers: number
  awaitingOnline: boolean
}

export const NOTHING_YET: EngineState = { owner: undefined, entries: [], transfers: 0, awaitingOnline: false }

/** The file itself, or what stands in the way of reading it again. */
export type Recalled = File | 'locked' | 'lost'

export type Answer =
  /** Of a picture no document is made. */
  | { kind: 'whole' | 'complete'; document: Document | undefined }
  | { kind: 'begin' | 'show'; upload: ServerUpload }
  | { kind: 'sign'; addresses: readonly { number: number; url: string }[] }
  | { kind: 'put'; part: number; etag: string }

/** What clock, chance and connection said when an event happened. */
export interface Moment {
  now: number
  online: boolean
  /** From 0 to 1. */
  chance: number
}

interface OfTransfer {
  key: string
  transfer: number
}

/** What people do, what has become of effects, and what the server tells of documents. */
export type UploadEvent =
  | { type: 'opened'; memberId: string }
  | { type: 'closed' }
  | { type: 'added'; chosen: readonly (Chosen & { key: string })[]; target: UploadTarget }
  | { type: 'paused' | 'resumed' | 'retried' | 'cancelled'; key: string }
  | { type: 'all paused' | 'all resumed' }
  | { type: 'cleared'; key: string | undefined }
  | { type: 'file given'; key: string; file: File }
  | { type: 'recalled'; key: string; file: Recalled }
  | { type: 'stored found'; memberId: string; keys: readonly string[] }
  | { type: 'taken up'; memberId: string; stored: StoredUpload; file: Recalled }
  | { type: 'arrival known'; key: string; safe: number }
  | { type: 'stored'; key: string; uploadId: UploadId | undefined }
  | ({ type: 'answered'; answer: Answer } & OfTransfer)
  | ({ type: 'failed'; request: RequestId; failure: Failure } & OfTransfer)
  | ({ type: 'waited'; request: RequestId } & OfTransfer)
  | { type: 'progressed'; sent: readonly ({ request: RequestId; bytes: number } & OfTransfer)[] }
  | { type: 'came online' }
  | { type: 'settled'; documents: readonly Pick<Document, 'id' | 'processing'>[] }
  | { type: 'missed'; ids: readonly DocumentId[] }

export type Call =
  | { kind: 'whole'; file: File; name: string; target: UploadTarget }
  | { kind: 'begin'; name: string; size: number; place: UploadPlace }
  | { kind: 'show'; uploadId: UploadId }
  | { kind: 'sign'; uploadId: UploadId; numbers: number[] }
  | { kind: 'put'; part: number; url: string; file: File; from: number; to: number }
  | { kind: 'complete'; uploadId: UploadId; parts: ArrivedPart[] }

export const requestOf = (one: Call | Answer): RequestId => (one.kind === 'put' ? one.part : one.kind)

export type Effect =
  | ({ type: 'call'; call: Call } & OfTransfer)
  | ({ type: 'wait'; request: RequestId; milliseconds: number } & OfTransfer)
  /** The transfer is over: what is still on its way for it is cut off. */
  | { type: 'stop'; transfer: number }
  | { type: 'await online' }
  /** No other page sends it meanwhile. */
  | { type: 'lock' | 'unlock'; key: string }
  | { type: 'store'; stored: StoredUpload }
  /** Unlocks it as well: who waits for it in another tab must find nothing to go on with. */
  | { type: 'forget'; key: string }
  | { type: 'find stored'; memberId: string }
  | { type: 'take up'; key: string; memberId: string }
  /** Asks the person for the file: only after a press. */
  | { type: 'recall'; stored: StoredUpload }
  | { type: 'ask what arrived'; stored: StoredUpload; uploadId: UploadId }
  | { type: 'give up'; uploadId: UploadId }

/** What one event leads to, collected while it is looked at. */
export interface Turn {
  readonly moment: Moment
  readonly effects: Effect[]
  transfers: number
}

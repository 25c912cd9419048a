import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import type { StoredUpload } from './memory.ts'
import {
  type Effect,
  type EngineState,
  type Entry,
  type Job,
  type Moment,
  type Recalled,
  type Transfer,
  type Turn,
  type UploadEvent,
} from './state.ts'
import {
  type Next,
  onAnswer,
  onFailure,
  onOnline,
  onStored,
  onWaited,
  type Sending,
  startTransfer,
} from './transfer.ts'
import {
  type Chosen,
  isResumable,
  isRunning,
  maxBytesOf,
  type Phase,
  type Upload,
  type UploadTarget,
} from './upload.ts'

const FILES_AT_ONCE = 3
const RATE_SMOOTHING = 0.3

const isSending = (job: Job | undefined): job is Sending => job?.transfer !== undefined

const uploadOf = (stored: StoredUpload, phase: Phase): Upload => {
  const { key, addedAt, name, size, type, lastModified, target } = stored
  const resumable = isResumable(stored)
  return { key, addedAt, name, size, type, lastModified, target, phase, resumable, sent: 0, safe: 0 }
}

const documentOf = ({ id, name, processing, task_name, file_url }: Document) => ({
  id,
  name,
  version: processing.version_number,
  taskName: task_name,
  url: file_url,
})

/** The folders a file lay in are told with it. */
function within(target: UploadTarget, { folders = [] }: Chosen): UploadTarget {
  if (target.kind !== 'document' || folders.length === 0) return target
  return { ...target, description: [target.description, folders.join('/')].filter(Boolean).join('\n') }
}

const phaseOf = ({ requests }: Transfer): Phase => {
  if ([...requests.values()].some(({ state }) => state === 'offline')) return 'offline'
  return requests.has('complete') ? 'finishing' : 'sending'
}

const sentOf = ({ safe, transfer }: Sending) =>
  [...transfer.requests.values()].reduce((sum, { bytes }) => sum + bytes, safe)

/** The upload of a file on its way, as its transfer stands now. */
function shown({ upload, job }: Entry): Entry {
  if (!isSending(job)) return { upload, job }
  const phase = phaseOf(job.transfer)
  const sent = sentOf(job)
  if (upload.phase === phase && upload.sent === sent && upload.safe === job.safe) return { upload, job }
  // What it comes to in a second begins anew with what it does.
  const rate = upload.phase === phase ? upload.rate : undefined
  return { upload: { ...upload, phase, sent, safe: job.safe, rate }, job }
}

/** A job whose transfer is over, or never began. */
function standing({ upload, job }: Entry, change: Partial<Upload>, turn: Turn): Entry {
  if (job?.transfer) turn.effects.push({ type: 'stop', transfer: job.transfer.id })
  const safe = job?.safe ?? upload.safe
  return {
    upload: { ...upload, safe, sent: safe, rate: undefined, ...change },
    job: job && { ...job, transfer: undefined },
  }
}

function arrived(entry: Entry, document: Document | undefined, turn: Turn): Entry {
  const { upload } = standing(entry, {}, turn)
  const { key, size } = upload
  turn.effects.push({ type: 'forget', key })
  const whole = { ...upload, sent: size, safe: size, arrivedAt: turn.moment.now }
  if (!document) return { upload: { ...whole, phase: 'done' }, job: undefined }
  const file = entry.job?.transfer?.file
  return { upload: { ...whole, file, phase: 'checking', document: documentOf(document) }, job: undefined }
}

function afterStep(entry: Entry, next: Next, turn: Turn): Entry {
  switch (next.ended) {
    case undefined:
      return shown({ upload: entry.upload, job: next.job })
    case 'arrived':
      return arrived(entry, next.document, turn)
    case 'unreadable':
      return standing({ ...entry, job: entry.job && { ...entry.job, file: undefined } }, { phase: 'lost' }, turn)
    case 'failed':
    default:
      return standing(entry, { phase: 'failed', problem: next.problem }, turn)
  }
}

const change = (entries: readonly Entry[], key: string, to: (entry: Entry) => Entry): readonly Entry[] =>
  entries.map((entry) => (entry.upload.key === key ? to(entry) : entry))

/** Takes a step with a transfer that is still the one that was meant. */
const step = (entries: readonly Entry[], key: string, id: number, turn: Turn, to: (job: Sending) => Next) =>
  change(entries, key, (entry) =>
    isSending(entry.job) && entry.job.transfer.id === id ? afterStep(entry, to(entry.job), turn) : entry,
  )

/** Those that wait for their turn begin, in the order they came, as many as may go at the same time. */
function startWaiting(entries: readonly Entry[], turn: Turn): readonly Entry[] {
  let free = FILES_AT_ONCE - entries.filter(({ job }) => job?.transfer).length
  return entries.map((entry) => {
    const { upload, job } = entry
    if (free <= 0 || upload.phase !== 'waiting' || !job?.file) return entry
    free--
    return afterStep({ upload: { ...upload, problem: undefined }, job }, startTransfer(job, job.file, turn), turn)
  })
}

const BEFORE_SENDING: readonly Phase[] = ['paused', 'failed', 'lost', 'locked']

/** Back into the queue, with the file where it had to be found again. */
function waitAgain(entry: Entry, turn: Turn, file = entry.job?.file): Entry {
  if (!entry.job || !BEFORE_SENDING.includes(entry.upload.phase)) return entry
  const phase = file ? 'waiting' : 'lost'
  return standing({ ...entry, job: { ...entry.job, file } }, { phase, problem: undefined }, turn)
}

const pause = (entry: Entry, turn: Turn): Entry =>
  isRunning(entry.upload) && entry.upload.phase !== 'finishing' ? standing(entry, { phase: 'paused' }, turn) : entry

/** Where the file is not at hand, the browser is asked for it: somebody has just pressed. */
function resume(entry: Entry, turn: Turn): Entry {
  if (!entry.job || entry.job.file) return waitAgain(entry, turn)
  turn.effects.push({ type: 'recall', stored: entry.job.stored })
  return entry
}

function recalled(entry: Entry, file: Recalled, turn: Turn): Entry {
  if (!BEFORE_SENDING.includes(entry.upload.phase) || entry.job?.file) return entry
  return file instanceof File ? waitAgain(entry, turn, file) : standing(entry, { phase: file }, turn)
}

function add(state: EngineState, { chosen, target }: Extract<UploadEvent, { type: 'added' }>, turn: Turn) {
  return chosen.map((one, index): Entry => {
    const { key, file, handle, name = file.name } = one
    const { size, lastModified, type } = file
    const about = { key, memberId: state.owner ?? '', addedAt: turn.moment.now + index, name, fileName: file.name }
    const stored = { ...about, size, lastModified, type, target: within(target, one), handle }
    if (size > maxBytesOf(target)) return { upload: uploadOf(stored, 'refused'), job: undefined }
    turn.effects.push({ type: 'lock', key }, { type: 'store', stored })
    return { upload: uploadOf(stored, 'waiting'), job: { stored, safe: 0, file, transfer: undefined } }
  })
}

function cancel(entries: readonly Entry[], key: string, turn: Turn): readonly Entry[] {
  const entry = entries.find(({ upload }) => upload.key === key)
  if (entry?.job) {
    const { transfer, stored } = entry.job
    if (transfer) turn.effects.push({ type: 'stop', transfer: transfer.id })
    turn.effects.push({ type: 'forget', key })
    // What is not taken back now the server clears away by itself after a week.
    if (stored.uploadId) turn.effects.push({ type: 'give up', uploadId: stored.uploadId })
  }
  return entries.filter((other) => other !== entry)
}

/** What an earlier visit, or a tab that was closed, left unfinished. */
function takeUp(state: EngineState, event: Extract<UploadEvent, { type: 'taken up' }>, turn: Turn): readonly Entry[] {
  const { stored, file, memberId } = event
  const { key, uploadId } = stored
  if (state.owner !== memberId || state.entries.some(({ upload }) => upload.key === key)) {
    turn.effects.push({ type: 'unlock', key })
    return state.entries
  }
  const found = file instanceof File ? file : undefined
  if (!found && uploadId) turn.effects.push({ type: 'ask what arrived', stored, uploadId })
  const upload = uploadOf(stored, file instanceof File ? 'waiting' : file)
  return [...state.entries, { upload, job: { stored, safe: 0, file: found, transfer: undefined } }]
}

/** How much need not be sent again; only said while the file is looked for. */
function arrivalKnown({ upload, job }: Entry, safe: number): Entry {
  if (!job || job.transfer) return { upload, job }
  return { upload: { ...upload, sent: safe, safe }, job: { ...job, safe } }
}

const isChecked = ({ phase, document }: Upload, id: DocumentId) => phase === 'checking' && document?.id === id

/** What has become of a document that was sent. */
function settle(upload: Upload, processing: Document['processing']): Upload {
  const { version_number, state, problem } = processing
  const version = upload.document?.version ?? 0
  // A version that a newer one has replaced reports only that it arrived.
  if (version < version_number || (version === version_number && state === 'clean'))
    return { ...upload, phase: 'done', file: undefined }
  if (version > version_number || state === 'quarantined') return upload
  return { ...upload, phase: state === 'infected' ? 'infected' : 'unchecked', problem: problem ?? undefined }
}

const settleAll = (entries: readonly Entry[], documents: readonly Pick<Document, 'id' | 'processing'>[]) =>
  documents.reduce(
    (now: readonly Entry[], { id, processing }) =>
      now.map((entry) =>
        isChecked(entry.upload, id) ? { ...entry, upload: settle(entry.upload, processing) } : entry,
      ),
    entries,
  )

/** Smoothed: a single slow part must not make it jump. */
function measure({ upload, job }: Entry, now: number): Entry {
  if (!isSending(job)) return { upload, job }
  const { measured } = job.transfer
  const transfer = { ...job.transfer, measured: { sent: upload.sent, at: now } }
  const next = { ...job, transfer }
  if (!measured || now <= measured.at || upload.sent < measured.sent) return { upload, job: next }
  const rate = ((upload.sent - measured.sent) * 1_000) / (now - measured.at)
  const smoothed = upload.rate === undefined ? rate : upload.rate + (rate - upload.rate) * RATE_SMOOTHING
  return { upload: { ...upload, rate: smoothed }, job: next }
}

function progress(entries: readonly Entry[], { sent }: Extract<UploadEvent, { type: 'progressed' }>, turn: Turn) {
  return entries.map((entry) => {
    const { job, upload } = entry
    const mine = isSending(job)
      ? sent.filter(({ key, transfer }) => key === upload.key && transfer === job.transfer.id)
      : []
    if (!isSending(job) || mine.length === 0) return entry
    const requests = new Map(job.transfer.requests)
    for (const { request, bytes } of mine) {
      const attempt = requests.get(request)
      if (attempt?.state === 'underway') requests.set(request, { ...attempt, bytes })
    }
    return measure(shown({ upload, job: { ...job, transfer: { ...job.transfer, requests } } }), turn.moment.now)
  })
}

function closeAll(entries: readonly Entry[], turn: Turn): readonly Entry[] {
  for (const { upload, job } of entries) {
    if (job?.transfer) turn.effects.push({ type: 'stop', transfer: job.transfer.id })
    if (job) turn.effects.push({ type: 'unlock', key: upload.key })
  }
  return []
}

/** The document that an answer tells of may be an answer for earlier uploads too. */
function answered(entries: readonly Entry[], event: Extract<UploadEvent, { type: 'answered' }>, turn: Turn) {
  const { key, transfer, answer } = event
  const next = step(entries, key, transfer, turn, (job) => onAnswer(job, answer, turn))
  return 'document' in answer && answer.document ? settleAll(next, [answer.document]) : next
}

function entriesAfter(state: EngineState, event: UploadEvent, turn: Turn): readonly Entry[] {
  const { entries } = state
  switch (event.type) {
    case 'opened':
      if (state.owner !== event.memberId) turn.effects.push({ type: 'find stored', memberId: event.memberId })
      return entries
    case 'closed':
      return closeAll(entries, turn)
    case 'added':
      return [...entries, ...add(state, event, turn)]
    case 'paused':
      return change(entries, event.key, (entry) => pause(entry, turn))
    case 'all paused':
      return entries.map((entry) => pause(entry, turn))
    case 'resumed':
      return change(entries, event.key, (entry) => resume(entry, turn))
    case 'all resumed':
      return entries.map((entry) => (entry.upload.phase === 'paused' ? waitAgain(entry, turn) : entry))
    case 'retried':
      return change(entries, event.key, (entry) => waitAgain(entry, turn))
    case 'cancelled':
      return cancel(entries, event.key, turn)
    case 'cleared':
      return entries.filter(({ upload, job }) => job || (event.key !== undefined && upload.key !== event.key))
    case 'file given':
      return change(entries, event.key, (entry) => waitAgain(entry, turn, event.file))
    case 'recalled':
      return change(entries, event.key, (entry) => recalled(entry, event.file, turn))
    case 'stored found':
      for (const key of event.keys) turn.effects.push({ type: 'take up', key, memberId: event.memberId })
      return entries
    case 'taken up':
      return takeUp(state, event, turn)
    case 'arrival known':
      return change(entries, event.key, (entry) => arrivalKnown(entry, event.safe))
    case 'stored':
      return change(entries, event.key, (entry) =>
        isSending(entry.job) ? afterStep(entry, onStored(entry.job, event.uploadId, turn), turn) : entry,
      )
    case 'answered':
      return answered(entries, event, turn)
    case 'failed':
      return step(entries, event.key, event.transfer, turn, (job) => onFailure(job, event.request, event.failure, turn))
    case 'waited':
      return step(entries, event.key, event.transfer, turn, (job) => onWaited(job, event.request, turn))
    case 'progressed':
      return progress(entries, event, turn)
    case 'came online':
      return entries.map((entry) => (isSending(entry.job) ? afterStep(entry, onOnline(entry.job, turn), turn) : entry))
    case 'settled':
      return settleAll(entries, event.documents)
    case 'missed':
    default:
      return entries.map((entry) =>
        event.ids.some((id) => isChecked(entry.upload, id))
          ? { ...entry, upload: { ...entry.upload, phase: 'gone', file: undefined } }
          : entry,
      )
  }
}

const ownerAfter = ({ owner }: EngineState, event: UploadEvent) => {
  if (event.type === 'opened') return event.memberId
  return event.type === 'closed' ? undefined : owner
}

/** Everything uploads do: from the state and an event to the next state and its effects. */
export function reduce(
  state: EngineState,
  event: UploadEvent & { moment: Moment },
): { state: EngineState; effects: readonly Effect[] } {
  const turn: Turn = { moment: event.moment, effects: [], transfers: state.transfers }
  const entries = startWaiting(entriesAfter(state, event, turn), turn)
  const isOffline = entries.some(({ upload }) => upload.phase === 'offline')
  const awaiting = state.awaitingOnline && event.type !== 'came online'
  if (isOffline && !awaiting) turn.effects.push({ type: 'await online' })
  return {
    state: {
      owner: ownerAfter(state, event),
      entries,
      transfers: turn.transfers,
      awaitingOnline: awaiting || isOffline,
    },
    effects: turn.effects,
  }
}

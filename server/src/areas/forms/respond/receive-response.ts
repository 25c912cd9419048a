import type { Receipt } from '@throughline/contracts/public-forms'
import type { Json } from '@throughline/flow/eval'
import { checkResponse } from '@throughline/flow/form'
import { problemText } from '@throughline/flow/form-problem-text'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { findPublicTenant } from '../../../core/db/in-public.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../../core/db/repeat-on-lock.ts'
import type { Scope, TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError, conflict, invalid, notFound } from '../../../core/errors.ts'
import { networkOf, type RateLimits } from '../../../core/http/rate-limits.ts'
import type { ReceivedForm } from '../../../core/storage/form-body.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { uploadsForResponse } from '../../documents/documents.public.ts'
import { closedOf } from '../closed.ts'
import { type FormVersion, findFormVersion } from '../form-version.ts'
import { shownReceipt } from '../receipt.ts'
import { submissionCounts } from '../submission-count.ts'
import { fileProblems, filesOf, requireWithinLimits, type SentFile } from './check-files.ts'
import { type CheckedResponse, type Kept, keepResponse } from './keep-response.ts'
import { hashOfNetwork, hashOfToken } from './page-token.ts'
import { type About, hashOf, readAbout, readAnswers } from './read-response.ts'
import { findIntake, findResponse, type Intake, type KnownResponse, lockLastPlaces } from './respond.queries.ts'
import { judge } from './suspicion.ts'

export interface RespondParts {
  ctx: Context
  storage: Storage
  limits: RateLimits
}

type ReceiptWire = z.input<typeof Receipt>

/** The receipt, or why nothing was stored; then the answers are there too, so that the form can be shown with them again. */
export type Outcome = { receipt: ReceiptWire } | { refusal: AppError; answers: Record<string, Json> }

const MEGABYTE = 1_048_576
const PLACEHOLDER = '00000000-0000-0000-0000-000000000000'
/** Responses for the last places are stored one after the other, so that a form takes exactly as many as its limit. */
const LAST_PLACES = 100

const onWire = ({ receipt, received_at }: { receipt: string; received_at: Date }): ReceiptWire => ({
  receipt: shownReceipt(receipt),
  received_at: received_at.toISOString(),
})

const CLOSED = {
  by_hand: 'This form is closed and no longer accepts responses.',
  date: 'This form is closed and no longer accepts responses.',
  limit: 'This form has reached its response limit.',
} as const

function requireOpen(form: Intake, received: number): void {
  const closed = closedOf(form, received, new Date())
  if (closed) throw conflict('closed', CLOSED[closed.because])
}

function answerAgain(known: KnownResponse, contentHash: Buffer): ReceiptWire {
  if (known.content_hash.equals(contentHash)) return onWire(known)
  const message = 'A response with different answers was already sent from this page.'
  throw new AppError(409, 'sent_before', message, { receipt: shownReceipt(known.receipt) })
}

/** Refuses answers that the filled-in version does not accept; returns the values and files to keep. */
function checked(version: FormVersion, form: Intake, answers: Record<string, Json>, files: readonly SentFile[]) {
  const { fields } = version.compiled
  const sent = Object.fromEntries(
    fields
      .filter(({ type }) => type === 'file')
      .map(({ name }): [string, Json] => [name, files.filter((one) => one.element === name).map(() => PLACEHOLDER)]),
  )
  const { values, problems, hidden } = checkResponse(version.compiled, { ...answers, ...sent }, Date.now())
  const shown = files.filter(({ element }) => !hidden.includes(element))
  const errors = [
    ...Object.entries(problems).map(([path, problem]) => {
      const field = fields.find(({ name }) => name === path)
      return { path, message: field ? problemText(field, problem) : problem }
    }),
    ...fileProblems(version, shown),
  ]
  if (errors.length > 0) throw invalid('Some answers are missing or aren’t valid', errors)
  requireWithinLimits(form, shown)
  // The answers name documents for files, but those do not exist yet.
  const given = Object.entries(values).map(([name, value]) => [name, Object.hasOwn(sent, name) ? null : value])
  return { values: Object.fromEntries(given), files: shown }
}

const HOUR_MS = 3_600_000

class Receiving {
  readonly #parts: RespondParts
  readonly #scope: Scope
  readonly #formId: string
  readonly #received: ReceivedForm
  readonly #about: About
  readonly #key: string
  /** Of the hour before, for a page without a key. */
  readonly #keyBefore: string | undefined
  readonly #contentHash: Buffer
  /** The answers, as far as they could be read. */
  answers: Record<string, Json> = {}
  /** Objects that have become documents. */
  readonly kept = new Set<string>()

  constructor(parts: RespondParts, scope: Scope, formId: string, received: ReceivedForm, ip: string) {
    this.#parts = parts
    this.#scope = scope
    this.#formId = formId
    this.#received = received
    this.#about = readAbout(received.texts)
    this.#contentHash = hashOf(received.texts, received.files, this.#about.uploads)
    const hour = Math.floor(Date.now() / HOUR_MS)
    this.#key = this.#about.key ?? this.#keyOfContent(ip, hour)
    this.#keyBefore = this.#about.key ? undefined : this.#keyOfContent(ip, hour - 1)
  }

  /** A page without script has no key: the same answers from the same network, within the hour, are one response. */
  #keyOfContent(ip: string, hour: number): string {
    const network = hashOfNetwork(this.#parts.ctx.config, networkOf(ip))
    return `${hour}.${network}.${this.#contentHash.toString('base64url')}`
  }

  findKnown() {
    return readTenant(this.#parts.ctx, this.#scope, async ({ db, tenantId }) => {
      const known = await findResponse(db, tenantId, this.#formId, this.#key)
      if (known || this.#keyBefore === undefined) return known
      // The clock may have struck in between.
      const before = await findResponse(db, tenantId, this.#formId, this.#keyBefore)
      return before && Date.now() - before.received_at.getTime() < HOUR_MS ? before : undefined
    })
  }

  answerKnown(known: KnownResponse) {
    return answerAgain(known, this.#contentHash)
  }

  /** The form, the version that was filled in, and the uploads that are named. */
  #read() {
    const { uploads, token, version: number } = this.#about
    return readTenant(this.#parts.ctx, this.#scope, async (tx) => {
      const { db, tenantId } = tx
      const form = await findIntake(db, tenantId, this.#formId)
      if (!form || form.current_version === null) throw notFound('This form')
      const counts = form.closes_after === null ? undefined : await submissionCounts(tx, [this.#formId])
      requireOpen(form, counts?.get(this.#formId) ?? 0)
      const version = await findFormVersion(db, tenantId, this.#formId, number ?? form.current_version)
      if (!version) throw invalid('This version of the form doesn’t exist', [{ path: '_version', message: 'unknown' }])
      const page = { ...this.#scope, formId: this.#formId, tokenHash: hashOfToken(token ?? '') }
      const named = [...uploads].flatMap(([element, ids]) => ids.map((id) => ({ element, id })))
      const ready =
        named.length === 0
          ? []
          : await uploadsForResponse(
              tx,
              page,
              named.map(({ id }) => id),
            )
      const found = named.map(({ element, id }) => {
        const upload = ready.find((one) => one.uploadId === id && one.element === element)
        if (!upload) throw invalid('A file is missing', [{ path: element, message: 'Add this file again.' }])
        return upload
      })
      return { form, version, uploads: found }
    })
  }

  async #takeBytes(form: Intake, files: readonly SentFile[]): Promise<number> {
    const bytes = files.filter(({ uploadId }) => uploadId === undefined).reduce((sum, { file }) => sum + file.bytes, 0)
    if (bytes === 0) return 0
    if (await this.#parts.limits.takeBytes(this.#formId, bytes, form.max_megabytes_a_day * MEGABYTE)) return bytes
    throw tooMuchToday()
  }

  async #store(tx: TenantTx, form: Intake, response: CheckedResponse): Promise<Kept> {
    if (form.closes_after !== null) {
      const count = async () => (await submissionCounts(tx, [this.#formId])).get(this.#formId) ?? 0
      if ((await count()) > form.closes_after - LAST_PLACES) {
        await lockLastPlaces(tx.db, this.#formId)
        const known = await findResponse(tx.db, tx.tenantId, this.#formId, this.#key)
        if (known) return { known }
        requireOpen(form, await count())
      }
    }
    return await keepResponse(tx, response)
  }

  async receive(): Promise<ReceiptWire> {
    const { ctx, limits } = this.#parts
    const { form, version, uploads } = await this.#read()
    this.answers = readAnswers(version, this.#received)
    const { values, files } = checked(version, form, this.answers, filesOf(this.#received, uploads))
    const judged = await judge(ctx.config, limits, this.#formId, this.#about, this.#key)
    const { device } = this.#about
    const sent = { formId: this.#formId, form, version, key: this.#key, contentHash: this.#contentHash, device }
    const bytes = await this.#takeBytes(form, files)
    const giveBack = () => (bytes > 0 ? limits.giveBackBytes(this.#formId, bytes) : undefined)
    let kept: Kept
    try {
      kept = await repeatOnLock(() =>
        inTenant(ctx, this.#scope, (tx) => this.#store(tx, form, { ...sent, values, files, judged })),
      )
    } catch (error) {
      await giveBack()
      throw error
    }
    if ('known' in kept) {
      await giveBack()
      return this.answerKnown(kept.known)
    }
    for (const { file } of files) this.kept.add(file.object_key)
    return onWire(kept.fresh)
  }
}

export const tooMuchToday = () =>
  new AppError(429, 'form_full', 'This form can’t accept any more files today. Try again tomorrow.', {
    retryAfter: 3_600,
  })

/** If the same response was stored while this one was refused, its receipt is the answer. */
async function orKnown(receiving: Receiving, work: () => Promise<ReceiptWire>): Promise<ReceiptWire> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof AppError ? await receiving.findKnown() : undefined
    if (known) return receiving.answerKnown(known)
    throw error
  }
}

/**
 * Receives a response to a published form, from the page's script or from a plain form. It is stored once for each key, and
 * a refused response leaves nothing behind. The respondent's IP address is not stored.
 */
export async function receiveResponse(parts: RespondParts, request: FastifyRequest, formId: string): Promise<Outcome> {
  const { origin: _, ...ctx } = parts.ctx
  const { storage } = parts
  const { ip } = request
  const tenantId = await findPublicTenant(ctx, 'form', formId)
  if (!tenantId) throw notFound('This form')
  const received = await storage.receiveForm(request)
  let receiving: Receiving | undefined
  const discard = async () => {
    for (const { file } of received.files) if (!receiving?.kept.has(file.objectKey)) await storage.discard(file)
  }
  try {
    const made = new Receiving({ ...parts, ctx }, { tenantId }, formId, received, ip)
    receiving = made
    const known = await made.findKnown()
    const receipt = known ? made.answerKnown(known) : await orKnown(made, () => made.receive())
    await discard()
    return { receipt }
  } catch (error) {
    // After any other failure the transaction may have committed with these files: the cleanup job can tell.
    if (!(error instanceof AppError)) throw error
    await discard()
    return { refusal: error, answers: receiving?.answers ?? {} }
  }
}

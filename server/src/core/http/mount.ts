import type { EndpointShape, FilePart, Schema } from '@throughline/contracts/endpoint'
import { CODES, ErrorBody } from '@throughline/contracts/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { inIdentity } from '../db/in-identity.ts'
import { inTenant } from '../db/in-tenant.ts'
import { repeatOnLock } from '../db/repeat-on-lock.ts'
import { AppError, forbidden, invalid, notFound } from '../errors.ts'
import { createKeyedQueue, type KeyedQueue } from '../keyed-queue.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadedFile } from '../storage/uploaded-file.ts'
import { type ApiKeyViewer, apiKeyOf, findApiKey, noteKeyUse } from './api-key.ts'
import type { Call, Handler, Mount, MountOptions } from './call.ts'
import { sessionToken } from './cookies.ts'
import { bindingOf, requireCsrf, requireFormOrigin, requireOwnOrigin } from './csrf.ts'
import { requireAccess } from './gate.ts'
import { type Answer, attemptOf, onceInIdentity, onceInTenant } from './idempotency.ts'
import { problemsOf } from './problems.ts'
import type { RateLimits } from './rate-limits.ts'
import { findSession, hashToken } from './session.ts'
import type { Viewer } from './viewer.ts'

export interface HttpParts {
  ctx: Context
  limits: RateLimits
  storage: Storage
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
    apiKey: ApiKeyViewer | undefined
  }
  interface FastifyContextConfig {
    endpoint?: EndpointShape
    /** Why a route that is no endpoint may exist. */
    plain?: 'health' | 'docs' | 'web' | 'page' | 'site' | 'socket' | 'webhook'
  }
}

/** Far more than any content has; whoever reads or prints it goes as deep as it goes. */
const DEEPEST = 100

const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((one) => isDeeper(one, most - 1)))

function parse(schema: Schema | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) {
    if (part === 'body' && value !== undefined && value !== null) throw invalid('This call doesn’t take a body')
    return undefined
  }
  if (isDeeper(value, DEEPEST)) throw invalid('The data is nested too deeply')
  const parsed = z.safeParse(schema, value ?? {})
  if (parsed.success) return parsed.data
  // An address that cannot be an id names nothing that exists.
  if (part === 'params') throw notFound()
  throw invalid('Some of the data isn’t valid', problemsOf(parsed.error.issues))
}

/** It is kept with every session and every row of the audit; whoever sends it chooses its length. */
const LONGEST_DEVICE = 500

const originOf = ({ headers, id, ip }: FastifyRequest) => ({
  requestId: id,
  address: ip,
  device: (headers['user-agent'] ?? '').slice(0, LONGEST_DEVICE),
})

/** Content of other kinds is what foreign pages can send without being asked first, and what we would read as nothing. */
function requireKind({ method, file, form_body, one_click }: EndpointShape, { headers }: FastifyRequest) {
  // Who receives files looks at their kind itself; what a mail program posts for one click is a form.
  if (method === 'GET' || file || one_click) return
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': coding } = headers
  if (!form_body && type === undefined && length === '0' && coding === undefined) return
  const wanted = form_body ? 'multipart/form-data' : 'application/json'
  if (type?.split(';', 1)[0]?.trim().toLowerCase() !== wanted) {
    throw new AppError(415, CODES.invalid, `Send the content as ${wanted}`)
  }
}

/** Under which form a respondent's calls are counted; an address that names none is counted with the other such. */
function formOf({ params }: FastifyRequest): string {
  const { formId } = z.parse(z.object({ formId: z.optional(z.string()) }), params)
  return formId && z.uuid().safeParse(formId).success ? formId.toLowerCase() : ''
}

/** A key is sent by a program on purpose: there is no session, and nothing that a foreign page could make a browser do. */
async function admitKey({ ctx, limits }: HttpParts, endpoint: EndpointShape, request: FastifyRequest, token: string) {
  const found = await findApiKey(ctx, token, request.ip)
  const { apiKey } = found
  const refusal = found.refusal ?? (endpoint.by_key ? undefined : forbidden('This API key doesn’t allow this'))
  // Counted apart, and before anything is noted, which is a write: refused calls take nothing from those who may use the key.
  await limits.takeKey(refusal ? `${apiKey.keyId} refused` : apiKey.keyId)
  request.apiKey = apiKey
  if (refusal) throw refusal
  requireKind(endpoint, request)
}

/** What a refused call did is rolled back; that the key was used stays, since it may be in the wrong hands. */
async function noteRefusedKey({ ctx }: HttpParts, request: FastifyRequest): Promise<void> {
  const { apiKey } = request
  if (!apiKey) return
  const { tenantId } = apiKey
  await inTenant({ ...ctx, origin: originOf(request) }, { tenantId }, (tx) => noteKeyUse(tx, apiKey)).catch(
    (error: unknown) => request.log.error({ err: error }, 'the use of a key was not noted'),
  )
}

/** Address, origin, session, rate, right, CSRF, kind: all before any content is read. */
async function admit(parts: HttpParts, endpoint: EndpointShape, request: FastifyRequest) {
  const { ctx, limits } = parts
  // Known only while the line is open: whoever hangs up meanwhile is still counted.
  const { ip } = request
  await limits.takeAddress(ip)
  if (endpoint.access === 'respondent') {
    if (endpoint.method !== 'GET') requireFormOrigin(ctx.config, request)
    await limits.takeRespondent(endpoint.rate, ip, formOf(request))
    return requireKind(endpoint, request)
  }
  const key = apiKeyOf(request)
  if (key !== undefined) return admitKey(parts, endpoint, request, key)
  if (endpoint.method !== 'GET') requireOwnOrigin(ctx.config, request)
  const token = sessionToken(request)
  request.viewer = token ? await findSession(ctx, token, request.host) : undefined
  await limits.take(endpoint.rate, ip, request.viewer)
  requireAccess(endpoint, request.viewer)
  if (endpoint.method !== 'GET' && !endpoint.one_click && endpoint.host !== 'www') requireCsrf(ctx.config, request)
  requireKind(endpoint, request)
}

function remembered(
  ctx: Context,
  viewer: Viewer | undefined,
  request: FastifyRequest,
  contentHash: string | undefined,
  once: 'tenant' | 'identity' | 'never',
  run: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  const attempt = once === 'never' ? undefined : attemptOf(request, contentHash)
  if (!attempt) return run(ctx)
  if (viewer && once === 'tenant') {
    return inTenant(ctx, viewer, (tx) =>
      onceInTenant(tx.db, viewer.tenantId, viewer.memberId, attempt, () => run({ ...ctx, tenantTx: tx })),
    )
  }
  const actor = viewer?.personId ?? hashToken(bindingOf(request) ?? '').toString('base64url')
  return inIdentity(ctx, viewer?.personId, (tx) =>
    onceInIdentity(tx.db, actor, attempt, () => run({ ...ctx, identityTx: tx })),
  )
}

/** By a program: its key is compulsory, so that a lost answer never starts anything twice. */
function rememberedByKey(
  ctx: Context,
  apiKey: ApiKeyViewer,
  request: FastifyRequest,
  contentHash: string | undefined,
  run: (ctx: Context, key: string) => Promise<Answer>,
): Promise<Answer> {
  const { tenantId, keyId } = apiKey
  const attempt = attemptOf(request, contentHash)
  if (!attempt) throw new AppError(422, 'idempotency_key_required', 'Send an Idempotency-Key with each call')
  return inTenant(ctx, { tenantId }, async (tx) => {
    const act = () => run({ ...ctx, tenantTx: tx }, attempt.key)
    const answered = await onceInTenant(tx.db, tenantId, keyId, attempt, act)
    await noteKeyUse(tx, apiKey)
    return answered
  })
}

/** Where the handler itself works: neither effect nor answer may be kept without the other. */
function routeOf({ method, access }: EndpointShape, once: 'tenant' | 'identity' | 'never' | undefined) {
  // A response has a key of its own, which is kept with it; what staff do changes nothing when it is done again.
  if (method === 'GET' || access === 'respondent' || access === 'staff') return 'never'
  return once ?? (access === 'public' ? 'identity' : 'tenant')
}

/** Nothing is left of files whose call is refused. After a failure they may be somebody's already: cleaning knows. */
async function orDiscard<T>(
  { storage }: HttpParts,
  files: readonly UploadedFile[],
  work: () => T,
): Promise<Awaited<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) for (const file of files) await storage.discard(file)
    throw error
  }
}

/** Files, and the texts beside them where the endpoint declares a body. Each file counts as a call of its own. */
async function receive(parts: HttpParts, endpoint: EndpointShape, spec: FilePart, request: FastifyRequest) {
  const withFields = endpoint.body !== undefined
  const { ip, viewer } = request
  const { files, fields } = await parts.storage.receiveFiles(request, { ...spec, withFields })
  const body = await orDiscard(parts, files, async () => {
    if (files.length > 1) await parts.limits.take(endpoint.rate, ip, viewer, files.length - 1)
    return withFields ? parse(endpoint.body, fields, 'body') : undefined
  })
  const hash = files.map(({ sha256 }) => sha256).join('\n')
  return { files, body, hash: withFields ? `${hash}\n${JSON.stringify(fields)}` : hash }
}

async function answer<E extends EndpointShape>(
  parts: HttpParts,
  queue: KeyedQueue,
  endpoint: E,
  handler: Handler<E>,
  options: MountOptions<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { viewer } = request
  const origin = originOf(request)
  const params = parse(endpoint.params, request.params, 'params')
  const query = parse(endpoint.query, request.query, 'query')
  const received = endpoint.file ? await receive(parts, endpoint, endpoint.file, request) : undefined
  const body = received ? received.body : parse(endpoint.body, request.body, 'body')
  const files = received?.files ?? []
  const file: unknown = files[0]
  const ctx = { ...parts.ctx, origin }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed above by the endpoint's own schemas
  const call = { ctx, viewer, params, query, body, file, files, request, reply } as Call<E>
  const run = async (held: Context): Promise<Answer> => {
    const made = await handler({ ...call, ctx: held })
    // Bytes come whole, in part, or from another address: whoever sends them says which.
    if (endpoint.binary) return { status: reply.statusCode, body: made }
    return { status: endpoint.status ?? 200, body: z.parse(endpoint.response, made) }
  }
  const { apiKey } = request
  if (apiKey) {
    const byKey = options.byKey
    if (!byKey) throw forbidden()
    const runByKey = async (held: Context, key: string): Promise<Answer> => {
      const made = await byKey({ ...call, ctx: held, apiKey, key })
      return { status: endpoint.status ?? 200, body: z.parse(endpoint.response, made) }
    }
    const act = () => repeatOnLock(() => rememberedByKey(ctx, apiKey, request, received?.hash, runByKey))
    const answered = await orDiscard(parts, files, act)
    return reply.status(answered.status).send(answered.body)
  }
  const result = await orDiscard(parts, files, async () => {
    await options.before?.(call)
    const act = () => remembered(ctx, viewer, request, received?.hash, routeOf(endpoint, options.once), run)
    const locked = await options.locks?.(call)
    if (locked !== undefined) return queue.inTurn(`${viewer?.tenantId}:${locked}`, () => repeatOnLock(act))
    // One transaction can be repeated whole; what has several, or speaks with others between them, cannot.
    return options.once === 'never' ? act() : repeatOnLock(act)
  })
  if (endpoint.rate === 'sign_in') await parts.limits.giveBack('sign_in', origin.address, viewer)
  return reply.status(result.status).send(result.body)
}

/** Whoever is not signed in makes us read and parse no more than a form needs. */
const PUBLIC_BODY_BYTES = 16 * 1024
export const BODY_BYTES = 1024 * 1024

const bodyBytes = ({ access, body_bytes }: EndpointShape) =>
  body_bytes ?? (access === 'public' || access === 'respondent' ? PUBLIC_BODY_BYTES : BODY_BYTES)

/** Turns declared endpoints into routes. */
export function createMount(app: FastifyInstance, parts: HttpParts): Mount {
  const queue = createKeyedQueue()
  return (endpoint, handler, options = {}) => {
    const schema = {
      summary: endpoint.summary,
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { [endpoint.status ?? 200]: endpoint.response, default: ErrorBody },
    }
    for (const url of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      app.route({
        method: endpoint.method,
        url,
        schema,
        bodyLimit: bodyBytes(endpoint),
        // Nobody asks for bytes without wanting them: they would all be read from the store, for nothing.
        exposeHeadRoute: !endpoint.binary,
        config: { endpoint },
        onRequest: (request) => admit(parts, endpoint, request),
        onError: (request) => noteRefusedKey(parts, request),
        handler: (request, reply) => answer(parts, queue, endpoint, handler, options, request, reply),
      })
    }
  }
}

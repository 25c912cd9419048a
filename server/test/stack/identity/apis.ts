import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { readBody, sendJson } from '../http.ts'
import { personBySub } from './people.ts'

type Answer = { status: number; body?: unknown }
type Api = {
  method: string
  path: RegExp
  scope: string
  /** What it did, or how its input is wrong. */
  act: (input: { path: string[]; query: URLSearchParams; body: string; email: string }) => Answer
}

const bad = (message: string): Answer => ({ status: 400, body: { error: { code: 400, message } } })
const GOOGLE = 'https://www.googleapis.com/auth/'

function objectOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const sendGmail: Api['act'] = ({ body }) => {
  const { raw } = objectOf(body)
  const mail = typeof raw === 'string' ? Buffer.from(raw, 'base64url').toString('utf8') : ''
  if (!/^to: .+@/im.test(mail)) return bad('Recipient address required')
  const id = randomUUID()
  return { status: 200, body: { id, threadId: id, labelIds: ['SENT'] } }
}

/** Events have an id that the caller may choose; a second one with it is refused. */
const events = new Set<string>()
const addGoogleEvent: Api['act'] = ({ path, body, email }) => {
  const { id = randomUUID().replaceAll('-', ''), start, end } = objectOf(body)
  if (!start || !end) return bad('Missing end time.')
  const place = `${email}/${path[1]}/${String(id)}`
  if (events.has(place))
    return { status: 409, body: { error: { code: 409, message: 'The requested identifier already exists.' } } }
  events.add(place)
  return {
    status: 200,
    body: {
      kind: 'calendar#event',
      id,
      status: 'confirmed',
      htmlLink: `https://calendar.test/event?eid=${String(id)}`,
    },
  }
}

const appendRows: Api['act'] = ({ path, query, body }) => {
  const { values } = objectOf(body)
  if (!query.has('valueInputOption')) return bad("'valueInputOption' is required but not specified")
  if (!Array.isArray(values)) return bad('Invalid values')
  const [, spreadsheetId = '', range = ''] = path.map(decodeURIComponent)
  return {
    status: 200,
    body: {
      spreadsheetId,
      tableRange: range,
      updates: { spreadsheetId, updatedRange: range, updatedRows: values.length },
    },
  }
}

const putDriveFile: Api['act'] = ({ query, body }) => {
  if (query.get('uploadType') !== 'multipart' || !body.includes('Content-Type: application/json'))
    return bad('Malformed multipart body.')
  const name = /"name":"([^"]*)"/.exec(body)?.[1] ?? 'Untitled'
  return { status: 200, body: { kind: 'drive#file', id: randomUUID(), name, mimeType: 'text/plain' } }
}

const sendGraphMail: Api['act'] = ({ body }) => {
  const { message } = objectOf(body)
  return JSON.stringify(message ?? {}).includes('emailAddress')
    ? { status: 202 }
    : bad('At least one recipient is not valid.')
}

/** A second event with the same transactionId is the first one. */
const transactions = new Map<string, unknown>()
const addGraphEvent: Api['act'] = ({ body, email }) => {
  const { transactionId, subject, start, end } = objectOf(body)
  if (!start || !end) return bad('The start and end are required.')
  const place = `${email}/${String(transactionId)}`
  const event = transactions.get(place) ?? { id: randomUUID(), subject, webLink: 'https://outlook.test/calendar/item' }
  if (typeof transactionId === 'string') transactions.set(place, event)
  return { status: 201, body: event }
}

const putGraphFile: Api['act'] = ({ path, body }) => {
  const name = decodeURIComponent(path[1]?.split('/').at(-1) ?? '')
  return {
    status: 201,
    body: { id: randomUUID(), name, size: Buffer.byteLength(body), webUrl: `https://files.test/${name}` },
  }
}

const APIS: readonly Api[] = [
  { method: 'POST', path: /^\/gmail\/v1\/users\/me\/messages\/send$/, scope: `${GOOGLE}gmail.send`, act: sendGmail },
  {
    method: 'POST',
    path: /^\/calendar\/v3\/calendars\/([^/]+)\/events$/,
    scope: `${GOOGLE}calendar.events`,
    act: addGoogleEvent,
  },
  {
    method: 'POST',
    path: /^\/v4\/spreadsheets\/([^/]+)\/values\/([^/]+):append$/,
    scope: `${GOOGLE}spreadsheets`,
    act: appendRows,
  },
  { method: 'POST', path: /^\/upload\/drive\/v3\/files$/, scope: `${GOOGLE}drive.file`, act: putDriveFile },
  { method: 'POST', path: /^\/v1\.0\/me\/sendMail$/, scope: 'Mail.Send', act: sendGraphMail },
  { method: 'POST', path: /^\/v1\.0\/me\/events$/, scope: 'Calendars.ReadWrite', act: addGraphEvent },
  { method: 'PUT', path: /^\/v1\.0\/me\/drive\/root:\/(.+):\/content$/, scope: 'Files.ReadWrite', act: putGraphFile },
]

const refused = (status: number, message: string, reason: string): Answer => ({
  status,
  body: { error: { code: status, status: reason, message } },
})

/** Services that act for whom a bearer token of this provider names, as far as that person granted it. */
export function serveApis(provider: Provider) {
  /** What was called, and whether the token was good: for tests alone. */
  const calls: { at: number; path: string; email: string; status: number }[] = []

  async function answer(api: Api, request: IncomingMessage, url: URL): Promise<Answer & { email: string }> {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const known = await provider.AccessToken.find(token)
    const person = known && personBySub(known.accountId)
    if (!person)
      return { ...refused(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED'), email: '' }
    const { email } = person
    if (!known.scope?.split(' ').includes(api.scope)) {
      return { ...refused(403, 'Request had insufficient authentication scopes.', 'PERMISSION_DENIED'), email }
    }
    const path = [...(api.path.exec(url.pathname) ?? [])]
    return { ...api.act({ path, query: url.searchParams, body: await readBody(request), email }), email }
  }

  return {
    calls,
    /** Whether there is such a service. */
    handle: async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> => {
      const api = APIS.find(({ method, path }) => method === request.method && path.test(url.pathname))
      if (!api) return false
      const { status, body, email } = await answer(api, request, url)
      calls.push({ at: Date.now(), path: url.pathname, email, status })
      if (body === undefined) response.writeHead(status).end()
      else sendJson(response, status, body)
      return true
    },
  }
}

/** What refresh tokens were used for, by whom: for tests alone. */
export function countRefreshes(provider: Provider) {
  const refreshes: { at: number; email: string; ok: boolean }[] = []
  const note = (accountId: string | undefined, ok: boolean) =>
    refreshes.push({ at: Date.now(), email: personBySub(accountId ?? '')?.email ?? '', ok })
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.grant_type === 'refresh_token') note(oidc.entities.Account?.accountId, true)
  })
  provider.on('grant.error', ({ oidc }) => {
    if (oidc.params?.grant_type === 'refresh_token') note(oidc.entities.Account?.accountId, false)
  })
  return refreshes
}

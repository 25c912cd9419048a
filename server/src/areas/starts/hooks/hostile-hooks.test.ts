import { createHmac, randomUUID } from 'node:crypto'
import { createServer, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { HOOK_BYTES, type HookStyle } from '@throughline/contracts/hooks'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeHook, newSecret } from '../../../../test/hooks.ts'
import { listen } from '../../../../test/listen.ts'
import { createWorld } from '../../../../test/world.ts'
import { signedHeaders } from './signatures.ts'

const api = await sharedApi()
const { ctx, app } = api
const { ours, theirs } = await createWorld(api)
const host = new URL(ctx.config.APP_ORIGIN).host
const address = () => `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
const BODY = JSON.stringify({ id: 'evt_1', supplier: { name: 'Quayside' }, total: { people: 3 } })
const STYLES: HookStyle[] = ['standard', 'github', 'stripe', 'bearer']
const MINUTE = 60_000

type Target = Awaited<ReturnType<typeof makeHook>>
interface Forgery {
  name: string
  to: string
  headers: Record<string, string>
  body: string | Buffer
}

const sign = (style: HookStyle, secret: string, body: string | Buffer = BODY, now = Date.now()) =>
  signedHeaders(style, secret, Buffer.from(body), { id: `msg_${randomUUID()}`, now })

const post = ({ to, headers, body }: Omit<Forgery, 'name'>, from = address()) =>
  app.inject({
    method: 'POST',
    url: `/v1/hooks/${to}/`,
    headers: { host, 'x-forwarded-for': from, 'content-type': 'application/json', ...headers },
    payload: body,
  })

const changed = (headers: Record<string, string>, change: (value: string, name: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]))

/** Everything that somebody without the secret can send in one style. */
function ofStyle(style: HookStyle, ours: Target, other: Target, foreign: Target, neighbour: HookStyle): Forgery[] {
  const good = sign(style, ours.secret)
  const flip = (text: string) => `${text.slice(0, -3)}${/a/i.test(text.at(-3) ?? '') ? 'B' : 'A'}${text.slice(-2)}`
  const one = (
    name: string,
    headers: Record<string, string>,
    body: string | Buffer = BODY,
    to: string = ours.hookId,
  ) => ({
    name: `${style}: ${name}`,
    to,
    headers,
    body,
  })
  const unsigned = style === 'bearer' ? [] : [one('changed byte', good, BODY.replace('3', '4'))]
  const timed =
    style === 'standard' || style === 'stripe'
      ? [
          one('old', sign(style, ours.secret, BODY, Date.now() - 6 * MINUTE)),
          one('from the future', sign(style, ours.secret, BODY, Date.now() + 6 * MINUTE)),
          one('replayed after the window', sign(style, ours.secret, BODY, Date.now() - 24 * 60 * MINUTE)),
          one(
            'without a time',
            changed(good, (value) => value.replace(/^t=\d+,/, '').replace(/^\d{10}$/, '')),
          ),
        ]
      : []
  return [
    one('another secret', sign(style, newSecret())),
    one('the secret of another webhook', sign(style, other.secret)),
    one('the secret of another tenant', sign(style, foreign.secret)),
    one('another style', sign(neighbour, ours.secret)),
    one('no signature', {}),
    one(
      'an empty signature',
      changed(good, () => ''),
    ),
    one(
      'a flipped signature',
      changed(good, (value, name) => (/id|timestamp/.test(name) ? value : flip(value))),
    ),
    one(
      'two wrong signatures',
      changed(sign(style, newSecret()), (value, name) => (/signature/.test(name) ? `${value} ${value}` : value)),
    ),
    one(
      'half of the signature',
      changed(good, (value, name) => (/id|timestamp/.test(name) ? value : value.slice(0, value.length / 2))),
    ),
    one('the signature in a header of its own', { 'x-signature': Object.values(good).join(' ') }),
    one('sent to another webhook', good, BODY, other.hookId),
    one('sent to another tenant', good, BODY, foreign.hookId),
    one('sent nowhere', good, BODY, randomUUID()),
    ...unsigned,
    ...timed,
  ]
}

const startedOf = async (targets: readonly Target[]) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ n: number }>('select count(*)::int as n from instances where workflow_id = any ($1)', [
      targets.map(({ workflowId }) => workflowId),
    ]),
  )
  return rows[0]?.n
}

test('60 forgeries start nothing, and none is told why', async () => {
  const targets: Target[] = []
  const forgeries: Forgery[] = []
  for (const [n, style] of STYLES.entries()) {
    const made = await makeHook(ctx, ours, { style })
    const other = await makeHook(ctx, ours, { style })
    const foreign = await makeHook(ctx, theirs, { style })
    targets.push(made, other, foreign)
    forgeries.push(...ofStyle(style, made, other, foreign, STYLES[(n + 1) % STYLES.length] ?? 'bearer'))
  }
  expect(forgeries.length).toBeGreaterThanOrEqual(60)
  for (const forgery of forgeries) {
    const answer = await post(forgery)
    expect([forgery.name, answer.statusCode, answer.json().code]).toEqual([forgery.name, 401, 'call_rejected'])
  }
  expect(await startedOf(targets)).toBe(0)
})

test('content that is no content is refused before anything is made of it', async () => {
  const made = await makeHook(ctx, ours)
  const headers = (body: string | Buffer) => sign('standard', made.secret, body)
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  const large = Buffer.alloc(HOOK_BYTES + 1, 0x20)
  const send = async (body: string | Buffer, more: Record<string, string> = {}) =>
    (await post({ to: made.hookId, headers: { ...headers(body), ...more }, body })).statusCode
  expect(await send(bomb, { 'content-encoding': 'gzip' })).toBe(415)
  expect(await send(large)).toBe(413)
  expect(await send(Buffer.alloc(10_000_000, 0x20))).toBe(413)
  expect(await send('[[[[')).toBe(422)
  expect(await send(`{"a":${'['.repeat(60)}${']'.repeat(60)}}`)).toBe(422)
  expect(await send('{"supplier":{"name":"A"},"supplier":{"name":"B"}}')).toBe(422)
  expect(await send('{"__proto__":{"supplier":{"name":"A"}}}')).toBe(422)
  expect(await send('null')).toBe(422)
  expect(await startedOf([made])).toBe(0)
})

/** In pieces over a socket, without saying how long it will be. */
const sendChunked = (port: number, { to, headers, body }: Omit<Forgery, 'name'>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request({
      port,
      method: 'POST',
      path: `/v1/hooks/${to}/`,
      headers: { host, 'x-forwarded-for': address(), 'content-type': 'application/json', ...headers },
    })
    sent.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.once('error', reject)
    const bytes = Buffer.from(body)
    const size = Math.ceil(bytes.length / 5)
    for (let at = 0; at < bytes.length; at += size) sent.write(bytes.subarray(at, at + size))
    sent.end()
  })

test('a call in chunks is signed as a whole, and bounded as a whole', async () => {
  const made = await makeHook(ctx, ours)
  const server = createServer((incoming, answer) => app.routing(incoming, answer))
  const port = await listen(server)
  const send = (body: string | Buffer, secret = made.secret) =>
    sendChunked(port, { to: made.hookId, headers: sign('standard', secret, body), body })
  expect(await send(BODY, newSecret())).toBe(401)
  expect(await send(Buffer.alloc(HOOK_BYTES + 1, 0x20))).toBe(413)
  expect(await startedOf([made])).toBe(0)
  expect(await send(BODY)).toBe(202)
  expect(await startedOf([made])).toBe(1)
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test.each(STYLES)('a call in the style %s that is recorded and sent again starts nothing more', async (style) => {
  const made = await makeHook(ctx, ours, { style, repeatBy: style === 'github' ? 'body' : 'id' })
  const call = { to: made.hookId, headers: sign(style, made.secret), body: BODY }
  for (let time = 0; time < 3; time++) expect((await post(call)).statusCode).toBe(202)
  expect(await startedOf([made])).toBe(1)
  if (style !== 'github') return
  // No time is signed: it must not start anything a month later either, under whatever id it comes.
  await api.database.admin((db) =>
    db.query(`update hook_deliveries set at = at - interval '29 days' where hook_id = $1`, [made.hookId]),
  )
  await post({ ...call, headers: { ...call.headers, 'x-github-delivery': randomUUID(), 'webhook-id': randomUUID() } })
  expect(await startedOf([made])).toBe(1)
})

test('of forged calls a hundred rows a day are kept, the others only counted', async () => {
  const made = await makeHook(ctx, ours)
  const from = address()
  for (let n = 0; n < 130; n++)
    await post({ to: made.hookId, headers: sign('standard', newSecret()), body: BODY }, from)
  await expect
    .poll(async () => {
      const { rows } = await api.database.admin((db) =>
        db.query(
          `select (select count(*)::int from hook_deliveries where hook_id = $1) as rows,
             (select calls from hook_forgeries where hook_id = $1) as calls`,
          [made.hookId],
        ),
      )
      return rows[0]
    })
    .toEqual({ rows: 100, calls: 130 })
})

test('of a call that is sent again and again a hundred rows a day are kept, and its body once', async () => {
  const made = await makeHook(ctx, ours, { style: 'github', repeatBy: 'body' })
  const from = address()
  const replay = async (times: number, body = BODY) => {
    const call = { to: made.hookId, headers: sign('github', made.secret, body), body }
    const codes = new Set<number>()
    for (let n = 0; n < times; n++) codes.add((await post(call, from)).statusCode)
    return [...codes]
  }
  const kept = async () => {
    const { rows } = await api.database.admin((db) =>
      db.query(
        `select count(*)::int as rows, count(body)::int as bodies,
           (select repeats from hook_forgeries where hook_id = $1) as repeats from hook_deliveries where hook_id = $1`,
        [made.hookId],
      ),
    )
    return rows[0]
  }
  expect(await replay(131)).toEqual([202])
  expect(await kept()).toEqual({ rows: 101, bodies: 1, repeats: 130 })
  expect(await startedOf([made])).toBe(1)
  // Nor do calls that start nothing: each leaves one row more, and its repeats none.
  expect(await replay(3, '{"id":"evt_2"}')).toEqual([422])
  expect(await replay(3, '{"id":')).toEqual([422])
  await api.database.admin((db) =>
    db.query('update workflow_triggers set paused_at = now() where id = $1', [made.hookId]),
  )
  expect(await replay(3, BODY.replace('evt_1', 'evt_3'))).toEqual([422])
  await api.database.admin((db) =>
    db.query('update workflow_triggers set paused_at = null where id = $1', [made.hookId]),
  )
  await api.database.admin((db) =>
    db.query(`update workflows set status = 'archived' where id = $1`, [made.workflowId]),
  )
  expect(await replay(3, BODY.replace('evt_1', 'evt_4'))).toEqual([202])
  expect(await kept()).toEqual({ rows: 105, bodies: 5, repeats: 138 })
})

test('signatures are those of the published schemes', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = Buffer.from('{"test": 2432232314}')
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  // The example of the Standard Webhooks specification.
  expect(signedHeaders('standard', secret, body, { id, now: 1_614_265_330_000 })['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
  // The example of GitHub's documentation.
  expect(signedHeaders('github', "It's a Secret to Everybody", Buffer.from('Hello, World!'), { id })).toEqual({
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  })
  const stripe = createHmac('sha256', secret).update(`1614265330.${body.toString()}`).digest('hex')
  expect(signedHeaders('stripe', secret, body, { id, now: 1_614_265_330_000 })).toEqual({
    'stripe-signature': `t=1614265330,v1=${stripe}`,
  })
})

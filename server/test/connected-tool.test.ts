import { createServer, type RequestListener } from 'node:http'
import { TenantId } from '@throughline/contracts/ids'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createConnectedTool } from '../src/areas/instances/tools/connected-tool.ts'
import { createSecretMarks } from '../src/areas/instances/tools/secret-marks.ts'
import { http } from '../src/areas/integrations/connectors/http.ts'
import type { OpenConnection } from '../src/areas/integrations/open-connection.service.ts'
import { createEgress } from '../src/core/egress/egress.ts'
import { Secret } from '../src/core/secret.ts'
import { listen } from './listen.ts'

/** By which tokens it was called, and what it answers. */
let met: (string | undefined)[] = []
let answer: RequestListener = () => undefined
const server = createServer((request, response) => {
  met.push(request.headers.authorization)
  answer(request, response)
})
const origin = `http://127.0.0.1:${await listen(server)}`
beforeEach(() => {
  met = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const configured = (access_token: string) => ({ configuration: new Secret({ base_address: origin, access_token }) })
type Opened = Awaited<ReturnType<OpenConnection['open']>>
const calling = (more: Pick<NonNullable<Opened>, 'renew'> = {}) =>
  createConnectedTool(createEgress({ trustedOrigins: [origin], timeoutMs: 50 }), {
    open: () => Promise.resolve({ connector: http, ...configured('old'), ...more }),
    noteNewest: () => Promise.resolve(),
  })
const signedIn = () => calling({ renew: () => Promise.resolve(configured('new')) })
const call = (tool: ReturnType<typeof calling>, timeoutMs?: number) =>
  tool({
    tenantId: TenantId.parse('00000000-0000-4000-8000-000000000001'),
    key: 'k',
    run: { instanceId: 'i', step: 's', round: 1 },
    own: { toolId: http.id, operation: 'get', connection: '00000000-0000-4000-8000-000000000002' },
    parameters: { path: '' },
    secrets: createSecretMarks(),
    signal: AbortSignal.timeout(5_000),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

test('a step that gives a call more time waits for the answer', async () => {
  answer = (_request, response) => void setTimeout(() => response.end('{}'), 300)
  expect(await call(calling())).toMatchObject({ ok: false, code: 'unreachable' })
  expect(await call(calling(), 4_000)).toMatchObject({ ok: true })
})

test('a tool that refuses a token which has not ended is called once more, with a new one', async () => {
  answer = ({ headers }, response) => response.writeHead(headers.authorization === 'Bearer new' ? 200 : 401).end('{}')
  expect(await call(signedIn())).toMatchObject({ ok: true })
  expect(met).toEqual(['Bearer old', 'Bearer new'])
})

test('one that refuses the new token, too, is not asked again: somebody has to sign in', async () => {
  answer = (_request, response) => response.writeHead(401).end()
  expect(await call(signedIn())).toMatchObject({ ok: false, code: 'signed_out' })
  expect(met).toEqual(['Bearer old', 'Bearer new'])
})

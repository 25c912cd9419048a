import { createServer } from 'node:http'
import {
  getConnectionTest,
  KEPT_SECRET,
  testConfiguration,
  testConnection,
} from '@throughline/contracts/connection-acts'
import { connectTool, listTools } from '@throughline/contracts/connections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { foundInDatabase } from '../../../../test/found-in-database.ts'
import { listen } from '../../../../test/listen.ts'
import { verdict } from '../../../../test/verdict.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { createWorld } from '../../../../test/world.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { createOpenConnection } from '../../integrations/integrations.public.ts'
import { createMakeConnectionTest } from './make-connection-test.ts'
import { createMakeTestCall } from './make-test-call.ts'

const api = await sharedApi()
const { actors } = await createWorld(api)
const { client } = actors.member
const worker = workerContext(api.ctx)
const http = (await client(listTools)).data.find(({ name }) => name === 'HTTP')?.id
if (!http) throw new Error('the product has no tool for web APIs')
const toolId = http
const TOKEN = 'a-token-that-nobody-reads'

let origin: string
const server = createServer((request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${TOKEN}`
  response.writeHead(isKnown ? 200 : 401).end(`You sent ${request.headers.authorization}`)
})
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`
})
afterAll(() => void server.close())

async function tried(configuration: Record<string, string>, trusted = [origin]) {
  const { data } = await client(testConfiguration, { params: { toolId }, body: configuration })
  return made(client, data.id, trusted)
}

/** What the worker does of it, and what its maker is told. */
async function made(by: typeof client, id: string, trusted = [origin]) {
  const { rows } = await api.database.admin((admin) =>
    admin.query(`select payload -> 'args' as args from outbox where payload ->> 'workflowId' = $1`, [
      `test-call:${id}`,
    ]),
  )
  const egress = createEgress({ trustedOrigins: trusted })
  await createMakeTestCall(
    worker,
    {},
    createMakeConnectionTest(worker, egress, createOpenConnection(worker)),
  )(rows[0]?.args)
  return (await by(getConnectionTest, { params: { connectionTestId: id } })).data
}

test('a configuration that works passes, with what was done and how long it took, and nothing of it is kept', async () => {
  const test = await tried({ base_address: origin, token: TOKEN })
  expect(test).toMatchObject({ state: 'passed', taken: false, private_address: false, took: expect.any(Number) })
  expect(test.steps).toMatchObject([{ text: `Call ${new URL(origin).host}`, ok: true, problem: null }])
  expect(await foundInDatabase(api.database, TOKEN)).toEqual([])
})

test('one that is refused says so without repeating what was sent', async () => {
  const test = await tried({ base_address: origin, token: 'another-token-by-mistake' })
  expect(test).toMatchObject({ state: 'failed', steps: [{ ok: false, problem: expect.stringContaining('401') }] })
  expect(JSON.stringify(test)).not.toContain('another-token')
})

test('a private address is not reached, and nothing is told of what may be there', async () => {
  const test = await tried({ base_address: 'https://127.0.0.1/', token: TOKEN }, [])
  expect(test).toMatchObject({ state: 'failed', private_address: true })
  expect(test.steps[0]?.problem).toBe('127.0.0.1 isn’t a public address, so it can’t be called.')
})

test('what the schema asks for is asked for before anything is called', async () => {
  expect(await tried({ token: TOKEN })).toMatchObject({
    state: 'failed',
    steps: [],
    text: expect.stringContaining('Base address'),
  })
})

test('a test is read by the person who made it alone', async () => {
  const { id } = await tried({ base_address: origin, token: TOKEN })
  const read = actors.owner.client(getConnectionTest, { params: { connectionTestId: id } })
  expect(await verdict(read)).toBe('404 not_found')
})

test('dots keep a secret for the address that it was given for: nobody has it sent elsewhere', async () => {
  const body = { base_address: origin, token: TOKEN }
  const { data: connection } = await client(connectTool, { params: { toolId }, query: {}, body })
  const other = createServer((request, response) => {
    received.push(String(request.headers.authorization))
    response.end()
  })
  const received: string[] = []
  const elsewhere = `http://127.0.0.1:${await listen(other)}`
  const { client: admin } = actors.admin
  const moved = async (configuration: Record<string, string>) => {
    const given = { params: { connectionId: connection.id }, body: { configuration, take: true } }
    return made(admin, (await admin(testConnection, given)).data.id, [origin, elsewhere])
  }
  expect(await moved({ base_address: elsewhere, token: KEPT_SECRET })).toMatchObject({
    state: 'failed',
    taken: false,
    text: 'To change “Base address”, enter the secrets again.',
  })
  expect(received).toEqual([])
  expect(await moved({ base_address: elsewhere, token: 'a-token-of-their-own' })).toMatchObject({ state: 'passed' })
  expect(received).toEqual(['Bearer a-token-of-their-own'])
  other.close()
})

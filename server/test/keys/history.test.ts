import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Client, Connection, WorkflowFailedError } from '@temporalio/client'
import { temporal } from '@temporalio/proto'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../src/core/config.ts'
import { createKeyring } from '../../src/core/keys/keyring.ts'
import { dataConverter } from '../../src/core/keys/payload-codec.ts'
import type { failWith } from './fail-with.workflow.ts'

Runtime.install({ logger: new DefaultLogger('ERROR') })
const config = readConfig()
const namespace = config.TEMPORAL_NAMESPACE
const taskQueue = `history-${randomUUID()}`
const converter = dataConverter(createKeyring(config))
const connection = await Connection.connect({ address: config.TEMPORAL_ADDRESS })
const workerConnection = await NativeConnection.connect({ address: config.TEMPORAL_ADDRESS })

afterAll(async () => {
  await connection.close()
  await workerConnection.close()
})

test('a history shows neither input nor the message and stack of a failure; the client reads both', async () => {
  const worker = await Worker.create({
    connection: workerConnection,
    namespace,
    taskQueue,
    dataConverter: converter,
    workflowsPath: fileURLToPath(new URL('./fail-with.workflow.ts', import.meta.url)),
    activities: {
      fail: async (secret: string) => {
        throw new Error(`cannot reach ${secret}`)
      },
    },
  })
  const client = new Client({ connection, namespace, dataConverter: converter })
  const secret = 'ada@private.example'
  const workflowId = `history-${randomUUID()}`
  const failure = await worker.runUntil(
    client.workflow
      .execute<typeof failWith>('failWith', { taskQueue, workflowId, args: [secret] })
      .catch((e: unknown) => e),
  )
  expect(failure).toBeInstanceOf(WorkflowFailedError)
  expect(failure).toMatchObject({ cause: { cause: { message: `cannot reach ${secret}` } } })

  const history = await client.workflow.getHandle(workflowId).fetchHistory()
  const bytes = Buffer.from(temporal.api.history.v1.History.encode(history).finish())
  expect(bytes.includes('binary/encrypted')).toBe(true)
  expect(bytes.includes(secret)).toBe(false)
  expect(bytes.includes('cannot reach')).toBe(false)
  expect(bytes.includes('history.test')).toBe(false)
}, 60_000)

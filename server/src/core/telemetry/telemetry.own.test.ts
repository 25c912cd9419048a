import { createServer } from 'node:http'
import { trace } from '@opentelemetry/api'
import Fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { listen } from '../../../test/listen.ts'
import { countRequest } from './count-request.ts'
import { meters } from './meters.ts'
import { inSpan } from './spans.ts'
import { startTelemetry } from './telemetry.ts'

/** Keeps what exporters send, by path. */
const received = new Map<string, Buffer>()
const collector = createServer((request, response) => {
  const path = request.url ?? ''
  request.on('data', (chunk: Buffer) =>
    received.set(path, Buffer.concat([received.get(path) ?? Buffer.alloc(0), chunk])),
  )
  request.on('end', () => response.end())
})
vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${await listen(collector)}`)
vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'none')

afterAll(() => void collector.close())

test('without a collector nothing is started', async () => {
  const telemetry = startTelemetry(testConfig('none', { OTEL_EXPORTER_OTLP_ENDPOINT: undefined }), 'test')
  expect(telemetry.httpPlugin).toBeUndefined()
  await telemetry.stop()
})

test('requests and what they lead to reach the collector as one trace, addresses as patterns, and are counted', async () => {
  const telemetry = startTelemetry(testConfig('none', { TRACE_RATIO: '1' }), 'test')
  const app = Fastify()
  if (telemetry.httpPlugin) await app.register(telemetry.httpPlugin)
  app.addHook('onResponse', async (request, reply) => countRequest(request, reply))
  app.post('/things/:token', () =>
    inSpan('inner work', {}, async () => ({ traceId: trace.getActiveSpan()?.spanContext().traceId })),
  )
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const answer = await app.inject({
    method: 'POST',
    url: '/things/very-secret?code=also-secret',
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    payload: { some: 'content' },
  })
  expect(answer.json()).toEqual({ traceId })
  meters().outboxSent.add(3, { by: 'relay' })
  await app.close()
  await telemetry.stop()

  const traces = received.get('/v1/traces')
  for (const word of ['throughline-test', 'inner work', '/things/:token']) expect(traces?.includes(word)).toBe(true)
  expect(traces?.includes(Buffer.from(traceId, 'hex'))).toBe(true)
  expect(traces?.includes('secret')).toBe(false)
  const metrics = received.get('/v1/metrics')
  for (const word of ['http.server.request.duration', 'outbox.sent']) expect(metrics?.includes(word)).toBe(true)
  expect(metrics?.includes('secret')).toBe(false)
})

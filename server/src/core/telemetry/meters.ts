import { metrics } from '@opentelemetry/api'

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

function createMeters() {
  const meter = metrics.getMeter('throughline')
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: SECONDS } }
  return {
    requestDuration: meter.createHistogram('http.server.request.duration', seconds),
    outboxLag: meter.createGauge('outbox.lag', { unit: 's', description: 'Age of the oldest row that is due' }),
    outboxSent: meter.createCounter('outbox.sent'),
    outboxFailed: meter.createCounter('outbox.failed'),
    outboxDead: meter.createCounter('outbox.dead'),
    auditLag: meter.createGauge('audit.lag', { unit: 's', description: 'Age of the oldest row that is not sealed' }),
    socketsOpen: meter.createUpDownCounter('live.sockets'),
  }
}

let made: ReturnType<typeof createMeters> | undefined

/** Made on first use: instruments that exist before the SDK is started would count for nobody. */
export const meters = () => (made ??= createMeters())

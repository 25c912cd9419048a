import { answers } from '../daemon.ts'
import type { Part } from '../part.ts'
import { launchProgram } from '../programs.ts'
import { secrets } from '../secrets.ts'
import { host, port } from '../settings.ts'

export const payments: Part = {
  name: 'payments',
  title: 'payment provider (simulated)',
  address: `http://${host}:${port('payments')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: async () => [],
  ensure: async () => {},
  start: () =>
    launchProgram('payments', 'payments/main.ts', [host, String(port('payments'))], {
      PAYMENTS_KEY_ID: secrets().payments_key_id,
      PAYMENTS_KEY_SECRET: secrets().payments_key_secret,
      PAYMENTS_WEBHOOK_SECRET: secrets().payments_webhook_secret,
      // The journeys have an api of their own.
      PAYMENTS_WEBHOOK_URLS: [port('api'), port('e2e')]
        .map((api) => `http://app.localhost:${api}/v1/pricing/webhook/`)
        .join(),
    }),
  healthy: () => answers(port('payments')),
}

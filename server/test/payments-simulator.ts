import { listen } from './listen.ts'
import { createSimulator } from './stack/payments/simulator.ts'

export const PAYMENT_KEYS = {
  keyId: 'rzp_test_key',
  keySecret: 'the secret of the key',
  webhookSecret: 'the secret of reports',
}

/** The provider of the stack inside this process, with the settings of an API that uses it. */
export async function startPayments() {
  const simulator = createSimulator(PAYMENT_KEYS)
  const origin = `http://127.0.0.1:${await listen(simulator.server)}`
  const settings = {
    PAYMENTS_KEY_ID: PAYMENT_KEYS.keyId,
    PAYMENTS_KEY_SECRET: PAYMENT_KEYS.keySecret,
    PAYMENTS_WEBHOOK_SECRET: PAYMENT_KEYS.webhookSecret,
    PAYMENTS_API_URL: origin,
    PAYMENTS_SCRIPT_URL: `${origin}/v1/checkout.js`,
  }
  const stop = () => new Promise<void>((resolve) => simulator.server.close(() => resolve()))
  return { ...simulator, origin, settings, stop }
}

export const CARD = {
  paid: '4242 4242 4242 4242',
  refused: '4000 0000 0000 0002',
  late: '4000 0000 0000 0077',
  renewalsRefused: '4000 0000 0000 0341',
  mandateRefused: '4000 0000 0000 0505',
}

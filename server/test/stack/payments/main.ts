/** The payment provider of the stack: `main.ts <host> <port> [file of its ledger]`, its keys in the environment. */
import { createSimulator } from './simulator.ts'

const [host, port, file] = process.argv.slice(2)
const { PAYMENTS_KEY_ID: keyId, PAYMENTS_KEY_SECRET: keySecret, PAYMENTS_WEBHOOK_SECRET: webhookSecret } = process.env
if (!host || !port || !keyId || !keySecret || !webhookSecret) throw new Error('host, port and keys are needed')
const { server, reports, resume } = createSimulator({ keyId, keySecret, webhookSecret }, file)
reports.configure({ urls: process.env.PAYMENTS_WEBHOOK_URLS?.split(',') ?? [] })
if (process.env.PAYMENTS_DELIVERY === 'mixed') reports.configure({ delivery: 'mixed' })
server.listen(Number(port), host, resume)
process.once('SIGTERM', () => server.close(() => process.exit(0)))

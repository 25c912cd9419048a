import './ports.ts'
import { createMailServer } from '../areas/starts/mail/smtp-server.ts'
import { readConfig } from '../core/config.ts'
import { startHealthServer } from '../core/health-server.ts'
import { createRuntime } from '../core/runtime.ts'
import { endOnFault, shutDownOnSignal } from '../core/shutdown.ts'
import { createStorage } from '../core/storage/storage.ts'

const config = readConfig()
const { MAIL_IN_DOMAIN: domain, MAIL_IN_PORT: port } = config
if (!domain || !port) throw new Error('MAIL_IN_DOMAIN and MAIL_IN_PORT are not set: this installation receives no mail')

const { ctx, closing } = createRuntime(config, 'mail-in')
const { log } = ctx
endOnFault(log)
const storage = createStorage(config)
const server = createMailServer(ctx, storage)
server.on('error', (err) => log.warn({ err }, 'a connection failed'))

const health = config.MAIL_IN_HEALTH_PORT
  ? startHealthServer(config.API_HOST, config.MAIL_IN_HEALTH_PORT, () => server.server.listening)
  : undefined
shutDownOnSignal(log, [
  ['health', () => void health?.close()],
  ['mail in', () => new Promise<void>((resolve) => server.close(() => resolve()))],
  ['storage', storage.close],
  ...closing,
])
server.listen(port, config.API_HOST, () => log.info({ domain, port }, 'mail in started'))

import { readConfig } from '../core/config.ts'
import { endOnFault, shutDownOnSignal } from '../core/shutdown.ts'
import { createApiServer } from './api-server.ts'

const config = readConfig()
const { app, ctx, shutdown } = await createApiServer(config)
endOnFault(ctx.log)
shutDownOnSignal(ctx.log, shutdown)
await app.listen({ host: config.API_HOST, port: config.API_PORT })

/** `node scripts/health.ts api`: ends with 0 if that process answers that it lives. Asked by whatever runs it. */
const ports: Record<string, string | undefined> = {
  api: process.env.API_PORT,
  worker: process.env.WORKER_HEALTH_PORT,
  relay: process.env.RELAY_HEALTH_PORT,
  'mail-in': process.env.MAIL_IN_HEALTH_PORT,
}
const [name = ''] = process.argv.slice(2)
const port = ports[name]

async function lives(): Promise<boolean> {
  const host = process.env.API_HOST ?? '127.0.0.1'
  const answer = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(5000) })
  return answer.ok
}

if (!port) process.stderr.write(`no port is set for the health of ${name || 'nothing'}\n`)
process.exitCode = port && (await lives().catch(() => false)) ? 0 : 1

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'

const processes = ['api', 'worker', 'relay', 'mail-in']

async function health(name: string, env: Record<string, string>) {
  const [code] = await once(spawn(process.execPath, ['scripts/health.ts', name], { env, stdio: 'ignore' }), 'exit')
  return code
}

test.each(processes)('the %s has a unit that restarts it, and one that asks for its health', (name) => {
  const unit = readFileSync(`deploy/systemd/throughline-${name}.service`, 'utf8')
  expect(unit).toContain(`ExecStart=/usr/bin/node server/dist/main/${name}.js`)
  expect(existsSync(`server/src/main/${name}.ts`)).toBe(true)
  expect(unit).toContain('Restart=always')
  expect(unit).toContain(`throughline-health@${name}.timer`)
})

test.each(processes)('the %s is a service of the compose file, with its health check', (name) => {
  const [, service] =
    new RegExp(`\n  ${name}:\n((?:    .*\n)+)`).exec(readFileSync('deploy/compose.yaml', 'utf8')) ?? []
  expect(service).toContain(`server/dist/main/${name}.js`)
  expect(service).toContain(`[CMD, node, scripts/health.ts, ${name}]`)
})

test('a process that answers is healthy, one that fails or is away is not', async () => {
  let status = 200
  const server = createServer((_, answer) => answer.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await health('api', { API_PORT: port })).toBe(0)
  expect(await health('worker', { WORKER_HEALTH_PORT: port })).toBe(0)
  status = 503
  expect(await health('relay', { RELAY_HEALTH_PORT: port })).toBe(1)
  server.close()
  await once(server, 'close')
  expect(await health('api', { API_PORT: port })).toBe(1)
  expect(await health('worker', { API_PORT: port })).toBe(1)
})

test('PgBouncer keeps connections, and the plans they hold, through a quiet hour', () => {
  expect(readFileSync('deploy/compose.yaml', 'utf8')).toContain('server_idle_timeout = 3600')
})

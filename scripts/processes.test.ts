import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { pauseBefore } from './processes.ts'

const sleeper = (name: string) => ({
  name,
  command: process.execPath,
  args: ['-e', 'console.log(process.pid); setInterval(() => undefined, 1000)'],
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a process that dies is started again while the others stay, and all end together', async () => {
  const programs = JSON.stringify([sleeper('api'), sleeper('worker')])
  const script = `import { runTogether } from './scripts/processes.ts'; process.exitCode = await runTogether(${programs}, process.env)`
  const command = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(command, 'exit')
  const lines = createInterface({ input: command.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value } = await lines.next()
    const [name = '', pid = ''] = String(value).split(/\s+/)
    return { name, pid: Number(pid) }
  }
  try {
    const [one, two] = [await next(), await next()]
    process.kill(one.pid, 'SIGKILL')
    const again = await next()
    expect(again.name).toBe(one.name)
    expect(again.pid).not.toBe(one.pid)
    expect(isAlive(two.pid)).toBe(true)
    command.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect([again, two].filter(({ pid }) => isAlive(pid))).toEqual([])
  } finally {
    command.kill('SIGTERM')
    await ended
  }
})

test('one that dies again and again waits longer each time, up to half a minute', () => {
  expect([1, 2, 3, 5, 6, 20].map(pauseBefore)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
})

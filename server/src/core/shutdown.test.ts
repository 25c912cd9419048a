import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

/** A process of its own: signals cannot be tried on the one that runs the tests. */
async function run(body: string, act: (kill: (signal: NodeJS.Signals) => void) => void) {
  const source = `
    import { pino } from 'pino'
    import { endOnFault, shutDownOnSignal } from './src/core/shutdown.ts'
    const log = pino({ level: 'silent' })
    const say = (word) => process.stdout.write(word + '\\n')
    const forever = setInterval(() => undefined, 1000)
    ${body}
    say('ready')`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', source], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line)
    if (line === 'ready') act((signal) => child.kill(signal))
  })
  const [code] = await once(child, 'exit')
  return { code, said: said.filter((word) => word !== 'ready') }
}

test('on a signal the steps run in order and the process ends well', async () => {
  const outcome = await run(
    `shutDownOnSignal(log, [
      ['stop', async () => { await new Promise((done) => setTimeout(done, 50)); say('stopped') }],
      ['close', () => say('closed')],
    ])`,
    (kill) => kill('SIGTERM'),
  )
  expect(outcome).toEqual({ code: 0, said: ['stopped', 'closed'] })
})

test('a step that fails does not keep the others from running; one that hangs is cut off', async () => {
  const failing = await run(
    `shutDownOnSignal(log, [['a', () => { throw new Error('no') }], ['b', () => say('still')]])`,
    (kill) => kill('SIGINT'),
  )
  expect(failing).toEqual({ code: 1, said: ['still'] })
  const hanging = await run(`shutDownOnSignal(log, [['a', () => new Promise(() => undefined)]], 100)`, (kill) =>
    kill('SIGTERM'),
  )
  expect(hanging).toEqual({ code: 1, said: [] })
})

test('a fault that nobody handled ends the process', async () => {
  const outcome = await run(`endOnFault(log); setTimeout(() => Promise.reject(new Error('lost')), 20)`, () => undefined)
  expect(outcome.code).toBe(1)
})

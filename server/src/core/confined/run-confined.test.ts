import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runConfined, Unreadable } from './run-confined.ts'
import { runModule } from './run-module.ts'
import { type Scratch, withScratch } from './scratch.ts'

const LIMITS = { seconds: 5, megabytes: 200, outputBytes: 100_000 }

const inScratch = <T>(work: (scratch: Scratch) => Promise<T>) => withScratch(Buffer.from('content'), work)

/** What a module of these lines says. */
const says = (lines: string, limits = LIMITS) =>
  inScratch(async ({ folder }) => {
    const module = join(folder, 'module.mjs')
    await writeFile(module, lines)
    return (await runModule(module, [], folder, limits)).output.toString()
  })

test('a program reads its content, in a folder that is gone afterwards', async () => {
  let seen = ''
  const said = await inScratch(async ({ folder, file }) => {
    seen = folder
    return (await runConfined('cat', [file], folder, LIMITS)).output.toString()
  })
  expect(said).toBe('content')
  expect(existsSync(seen)).toBe(false)
})

describe('a program is ended', () => {
  test('after its time', async () => {
    const began = Date.now()
    await expect(
      inScratch(({ folder }) => runConfined('sleep', ['60'], folder, { ...LIMITS, seconds: 1 })),
    ).rejects.toThrow('it took more than 1 s')
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  test('when it takes too much memory', async () => {
    await expect(says('const held = []; for (;;) held.push(Buffer.alloc(10_000_000, 1))')).rejects.toThrow(
      'it took more than 200 MB',
    )
  })

  test('when it says too much, and where that is enough its beginning is kept', async () => {
    const yes = (cut: boolean) => inScratch(({ folder }) => runConfined('yes', [], folder, { ...LIMITS, cut }))
    await expect(yes(false)).rejects.toThrow(Unreadable)
    const { output, isCut } = await yes(true)
    expect([output.length, isCut]).toEqual([100_000, true])
  })
})

test('what it refuses is unreadable; a program that is not there is another matter', async () => {
  await expect(inScratch(({ folder }) => runConfined('false', [], folder, LIMITS))).rejects.toThrow(Unreadable)
  await expect(inScratch(({ folder }) => runConfined('nowhere', [], folder, LIMITS))).rejects.not.toThrow(Unreadable)
})

describe('a module', () => {
  test('knows nothing of our settings', async () => {
    expect(Object.keys(JSON.parse(await says('console.log(JSON.stringify(process.env))')))).not.toContain('MASTER_KEY')
  })

  test.each([
    ['reads no files but ours and its own', "import { readFileSync } from 'node:fs'; readFileSync('/etc/passwd')"],
    ['writes none', "import { writeFileSync } from 'node:fs'; writeFileSync('/tmp/written', '')"],
    ['starts nothing', "import { execFileSync } from 'node:child_process'; execFileSync('true')"],
  ])('%s', async (_, lines) => {
    await expect(says(lines)).rejects.toThrow('ERR_ACCESS_DENIED')
  })

  test('has no network', async () => {
    const reach = (host: string) => `import { connect } from 'node:net'
      connect({ host: '${host}', port: ${process.env.PG_DIRECT_PORT} })
        .on('connect', () => console.log('reached')).on('error', (error) => console.log(error.code))`
    expect(await says(reach('127.0.0.1'))).not.toContain('reached')
  })
})

import { PersonId } from '@throughline/contracts/ids'
import { describe, expect, test } from 'vitest'
import { largeFile, madeDocument, PART, refusalOf, scriptedBrowser } from '../testing/scripted.ts'
import { StoreError } from './line.ts'
import { maxBytesOf, type UploadTarget } from './upload.ts'

const small = (name: string) => new File(['content'], name, { lastModified: 1 })
const DOCUMENT: UploadTarget = { kind: 'document' }
const offline = () => new TypeError('Failed to fetch')
/** Fails the first `times` acts that begin so. */
const failing = (beginning: string, times: number, error: () => Error) => {
  let left = times
  return (act: string) => {
    if (act.startsWith(beginning) && left-- > 0) throw error()
  }
}

const atFirst = (wanted: string, happens: () => void) => {
  let happened = false
  return (act: string) => {
    if (act !== wanted || happened) return
    happened = true
    happens()
  }
}

describe('a small file', () => {
  test('is sent whole and followed until it is clean', async () => {
    const { server, kept, open } = scriptedBrowser()
    const { engine, become } = await open()
    engine.add([{ file: small('a.txt') }], DOCUMENT)
    await become('checking')
    await expect.poll(() => kept.size).toBe(0)
    const [document] = server.documents.values()
    engine.settle([document ?? expect.fail()])
    await become('checking')
    engine.settle([madeDocument('a.txt', 1, 'clean')])
    await become('done')
  })

  test('is sent again with the same key until it arrives, later from try to try', async () => {
    const { server, open } = scriptedBrowser()
    server.hinder(failing('plain', 3, offline))
    const { engine, become, waits } = await open()
    engine.add([{ file: small('a.txt') }], DOCUMENT)
    await become('checking')
    expect(server.acts).toHaveLength(4)
    expect(new Set(server.acts).size).toBe(1)
    expect(waits).toEqual([500, 1_000, 2_000])
    expect(server.documents.size).toBe(1)
  })

  test('fails after a while, and is tried again on a press', async () => {
    const { server, open } = scriptedBrowser()
    server.hinder(failing('plain', 8, () => refusalOf(503, 'unavailable', 'Later')))
    const { engine, become } = await open()
    engine.add([{ file: small('a.txt') }], DOCUMENT)
    await become('failed')
    expect(engine.get()[0]?.problem).toBeUndefined()
    engine.retry(engine.get()[0]?.key ?? '')
    await become('checking')
    expect(server.documents.size).toBe(1)
  })

  test('that is refused says why and is not tried again by itself', async () => {
    const { server, open } = scriptedBrowser()
    server.hinder(failing('plain', 1, () => refusalOf(413, 'quota_exceeded', 'The workspace has no room left')))
    const { engine, become } = await open()
    engine.add([{ file: small('a.txt') }], DOCUMENT)
    await become('failed')
    expect(engine.get()[0]?.problem).toBe('The workspace has no room left')
    expect(server.acts).toHaveLength(1)
  })

  test('waits as long as the server says when there were too many', async () => {
    const { server, open } = scriptedBrowser()
    server.hinder(failing('plain', 20, () => refusalOf(429, 'rate_limited', 'Too many', 2)))
    const { engine, become, waits } = await open()
    engine.add([{ file: small('a.txt') }], DOCUMENT)
    await become('checking')
    expect(waits[0]).toBe(2_500)
  })
})

test('three files go at the same time, in the order they came', async () => {
  const { server, open } = scriptedBrowser()
  const gates: (() => void)[] = []
  server.hinder(() => new Promise<void>((resolve) => gates.push(resolve)))
  const { engine, become } = await open()
  engine.add(
    ['a', 'b', 'c', 'd', 'e'].map((name) => ({ file: small(name) })),
    DOCUMENT,
  )
  await become('sending', 'sending', 'sending', 'waiting', 'waiting')
  gates[1]?.()
  await become('sending', 'checking', 'sending', 'sending', 'waiting')
  for (let next = 0; next < 5; next++) {
    for (const gate of gates) gate()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await become('checking', 'checking', 'checking', 'checking', 'checking')
  expect(server.documents.size).toBe(5)
})

test('what is larger than can be checked is refused before a byte leaves', async () => {
  const { server, open } = scriptedBrowser()
  const { engine } = await open()
  const file = small('huge.bin')
  Object.defineProperty(file, 'size', { value: 2 ** 30 + 1 })
  engine.add([{ file }], DOCUMENT)
  expect(engine.get()).toMatchObject([{ phase: 'refused' }])
  expect(server.acts).toEqual([])
})

describe('a picture', () => {
  const photo: UploadTarget = { kind: 'photo', userId: PersonId.parse(crypto.randomUUID()) }

  test('is there as soon as it has arrived', async () => {
    const { kept, open } = scriptedBrowser()
    const { engine, become } = await open()
    const [key = ''] = engine.add([{ file: small('me.png') }], photo)
    expect(await engine.ended(key)).toMatchObject({ phase: 'done', sent: 7 })
    await become('done')
    await expect.poll(() => kept.size).toBe(0)
  })

  test.each([
    ['a lost connection', offline],
    ['a busy server', () => refusalOf(429, 'rate_limited', 'Too many', 2)],
  ])('is not waited for after %s; a press sends it again under the same key', async (_, error) => {
    const { server, open } = scriptedBrowser()
    server.hinder(failing('plain', 1, error))
    const { engine, waits } = await open()
    const [key = ''] = engine.add([{ file: small('me.png') }], photo)
    expect(await engine.ended(key)).toMatchObject({ phase: 'failed' })
    engine.retry(key)
    expect(await engine.ended(key)).toMatchObject({ phase: 'done' })
    expect(server.acts).toEqual([`plain me.png ${key}`, `plain me.png ${key}`])
    expect(waits).toEqual([])
  })

  test('has the limit that its call declares', async () => {
    const { server, open } = scriptedBrowser()
    const { engine } = await open()
    const file = small('me.png')
    Object.defineProperty(file, 'size', { value: maxBytesOf(photo) + 1 })
    const [key = ''] = engine.add([{ file }], photo)
    expect(await engine.ended(key)).toMatchObject({ phase: 'refused' })
    expect(server.acts).toEqual([])
  })
})

describe('versions of one document', () => {
  const first = madeDocument('a.txt', 1)
  const told = (version: number, state: 'clean' | 'quarantined' | 'infected') => [
    madeDocument('a.txt', 1, state, version),
  ]
  const addVersion: UploadTarget = { kind: 'document', documentId: first.id }

  test('are each followed until they are clean', async () => {
    const { engine, become } = await scriptedBrowser().open()
    engine.add([{ file: small('a.txt') }], DOCUMENT)
    await become('checking')
    engine.settle(told(1, 'clean'))
    engine.add([{ file: small('a.txt') }], addVersion)
    await become('done', 'checking')
    engine.settle(told(1, 'clean'))
    await become('done', 'checking')
    engine.settle(told(2, 'infected'))
    await become('done', 'infected')
  })

  test('have arrived where a newer one has taken their place', async () => {
    const { engine, become } = await scriptedBrowser().open()
    engine.add([{ file: small('a.txt') }], DOCUMENT)
    await become('checking')
    engine.add([{ file: small('a.txt') }], addVersion)
    // The answer to the second one tells of it.
    await become('done', 'checking')
    engine.settle(told(2, 'clean'))
    await become('done', 'done')
  })

  test('are gone with their document', async () => {
    const { engine, become } = await scriptedBrowser().open()
    engine.add([{ file: small('a.txt') }], DOCUMENT)
    await become('checking')
    engine.settle(told(1, 'clean'))
    engine.add([{ file: small('a.txt') }], addVersion)
    await become('done', 'checking')
    engine.miss([first.id])
    await become('done', 'gone')
  })
})

test('what couldn’t be checked still has its file, to be sent again', async () => {
  const { engine, become } = await scriptedBrowser().open()
  const file = small('a.txt')
  engine.add([{ file }], DOCUMENT)
  await become('checking')
  engine.settle([madeDocument('a.txt', 1, 'failed')])
  await become('unchecked')
  expect(engine.get()[0]?.file).toBe(file)
})

describe('a large file', () => {
  const file = largeFile('big.zip', 3 * PART + 1_000)

  test('goes in parts, several at once, and arrives as it was', async () => {
    const { server, open } = scriptedBrowser()
    let now = 0
    let most = 0
    server.hinder(async (act) => {
      if (!act.startsWith('put')) return
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now--
    })
    const { engine, become } = await open()
    engine.add([{ file }], DOCUMENT)
    await become('checking')
    expect(most).toBe(4)
    expect(server.content().equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
    expect(engine.get()[0]).toMatchObject({ sent: file.size, safe: file.size })
  })

  test('waits while the connection is gone and sends only what is missing when it is back', async () => {
    const { server, open } = scriptedBrowser()
    const { engine, become, online } = await open()
    server.hinder((act) => {
      if (/^put [34]/.test(act)) {
        online(false)
        throw offline()
      }
    })
    engine.add([{ file }], DOCUMENT)
    await become('offline')
    server.hinder(() => undefined)
    const before = server.puts()
    online(true)
    await become('checking')
    expect(server.puts() - before).toBe(2)
    expect(server.content().equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
  })

  test('asks anew for addresses that are too old', async () => {
    const { server, open } = scriptedBrowser()
    server.hinder((act) => {
      if (/^put \d 1$/.test(act)) throw new StoreError(403)
    })
    const { engine, become } = await open()
    engine.add([{ file }], DOCUMENT)
    await become('checking')
    expect(server.acts.filter((act) => act.startsWith('sign')).length).toBeGreaterThan(1)
  })

  test('sends parts again that were lost after all', async () => {
    const { server, open } = scriptedBrowser()
    const { engine, become } = await open()
    server.hinder(atFirst('complete', () => server.loseParts(2)))
    engine.add([{ file }], DOCUMENT)
    await become('checking')
    expect(server.puts()).toBe(5)
  })

  test('sends a part again that was written over since', async () => {
    const { server, open } = scriptedBrowser()
    const { engine, become } = await open()
    server.hinder(atFirst('complete', () => server.writeOver(2)))
    engine.add([{ file }], DOCUMENT)
    await become('checking')
    expect(server.puts()).toBe(5)
    expect(server.content().equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
  })

  test('begins anew where the server has given it up', async () => {
    const { server, open } = scriptedBrowser()
    const { engine, become } = await open()
    let given = false
    server.hinder((act) => {
      if (act.startsWith('put 3') && !given) {
        given = true
        server.forgetUploads()
      }
    })
    engine.add([{ file }], DOCUMENT)
    await become('checking')
    expect(server.acts.filter((act) => act === 'begin')).toHaveLength(2)
    expect(server.content().equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
  })

  test('pauses with what is safe, goes on from there, and leaves nothing when it is given up', async () => {
    const { server, kept, open } = scriptedBrowser()
    const { engine, become } = await open()
    server.hinder((act) => (act.startsWith('put 4') ? new Promise(() => undefined) : undefined))
    engine.add([{ file }], DOCUMENT)
    await expect.poll(() => engine.get()[0]?.safe).toBe(3 * PART)
    const key = engine.get()[0]?.key ?? ''
    engine.pause(key)
    await become('paused')
    expect(engine.get()[0]).toMatchObject({ safe: 3 * PART, sent: 3 * PART })
    engine.cancel(key)
    expect(engine.get()).toEqual([])
    await expect.poll(() => kept.size).toBe(0)
    expect(server.acts.at(-1)).toBe('cancel')
  })

  test('that cannot be read any more asks for itself', async () => {
    const { server, open } = scriptedBrowser()
    const { engine, become } = await open()
    server.hinder(failing('put', 100, offline))
    const gone = largeFile('gone.zip', PART + 1)
    const slice = gone.slice.bind(gone)
    gone.slice = (...place) =>
      Object.assign(slice(...place), {
        slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
      })
    engine.add([{ file: gone }], DOCUMENT)
    await become('lost')
  })
})

import { expect, test } from 'vitest'
import { largeFile, PART, scriptedBrowser } from '../testing/scripted.ts'

const file = largeFile('big.zip', 3 * PART + 1_000)
const other = largeFile('big.zip', 2 * PART)

/** As a file system gives it; what the browser allows is the test's. */
function handleOf(permission: () => PermissionState, found = file): FileSystemFileHandle {
  const handle = {
    kind: 'file',
    name: found.name,
    getFile: async () => found,
    queryPermission: async () => permission(),
    requestPermission: async () => 'granted',
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jsdom has no file system
  return handle as unknown as FileSystemFileHandle
}

/** A page that is left when two of four parts have arrived. */
async function leftHalfWay(handle?: FileSystemFileHandle) {
  const browser = scriptedBrowser()
  const page = await browser.open()
  browser.server.hinder((act) => (/^put [34]/.test(act) ? new Promise(() => undefined) : undefined))
  page.engine.add([{ file, ...(handle && { handle }) }], { kind: 'document', label: 'Here' })
  await expect.poll(() => page.engine.get()[0]?.safe).toBe(2 * PART)
  browser.server.hinder(() => undefined)
  page.engine.close()
  return { ...browser, before: browser.server.puts() }
}

test('after a reload the same file is asked for, no other is taken, and only the rest is sent', async () => {
  const { server, open, kept, before } = await leftHalfWay()
  const { engine, become } = await open()
  await become('lost')
  await expect.poll(() => engine.get()[0]?.safe).toBe(2 * PART)
  expect(engine.get()).toMatchObject([{ name: 'big.zip', target: { label: 'Here' } }])
  expect(engine.giveAgain([other])).toEqual([other])
  expect(engine.giveAgain([file])).toEqual([])
  await become('checking')
  expect(server.puts() - before).toBe(2)
  expect(server.content().equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
  expect(server.documents.size).toBe(1)
  await expect.poll(() => kept.size).toBe(0)
})

test('it goes on by itself where the browser still lets it be read', async () => {
  const { server, open, before } = await leftHalfWay(handleOf(() => 'granted'))
  const { become } = await open()
  await become('checking')
  expect(server.puts() - before).toBe(2)
})

test('it goes on after one press where the browser wants to be asked', async () => {
  const { open } = await leftHalfWay(handleOf(() => 'prompt'))
  const { engine, become } = await open()
  await become('locked')
  engine.resume(engine.get()[0]?.key ?? '')
  await become('checking')
})

test('a file that was changed meanwhile is not taken for the old one', async () => {
  const { open } = await leftHalfWay(handleOf(() => 'granted', other))
  const { become } = await open()
  await become('lost')
})

test('a second page takes over only when the first is gone, and never sends twice', async () => {
  const { server, open } = scriptedBrowser()
  const first = await open()
  server.hinder((act) => (act.startsWith('put') ? new Promise(() => undefined) : undefined))
  first.engine.add([{ file, handle: handleOf(() => 'granted') }], { kind: 'document' })
  await first.become('sending')
  await expect.poll(() => server.puts()).toBe(4)
  const second = await open()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(second.engine.get()).toEqual([])
  server.hinder(() => undefined)
  first.engine.close()
  await second.become('checking')
  expect(server.documents.size).toBe(1)
})

test.each(['finished', 'cancelled'] as const)('a second page finds nothing of what the first has %s', async (how) => {
  const { server, kept, open } = scriptedBrowser()
  const first = await open()
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>()
  server.hinder((act) => (act === 'complete' ? arrives : undefined))
  first.engine.add([{ file }], { kind: 'document' })
  await first.become('finishing')
  const second = await open()
  if (how === 'finished') arrive()
  else first.engine.cancel(first.engine.get()[0]?.key ?? '')
  await expect.poll(() => kept.size).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(second.engine.get()).toEqual([])
})

test('somebody else who signs in sees nothing of it', async () => {
  const { open } = await leftHalfWay()
  const { engine } = await open('ben')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(engine.get()).toEqual([])
})

import { search } from '@throughline/contracts/search'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { indexAnew, makeReadFile } from '../../../test/indexed.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { workerContext } from '../../../test/worker-context.ts'

const api = await sharedApi()
const worker = workerContext(api.ctx)
const { ours, task, actors } = await createTaskWorld(api)
const { client } = actors.member
const MOST_MS = 300

/** Long enough that the first call, which plans and connects, is not what is measured. */
const warm = client(search, { query: { q: 'anything' } })

const tricks = {
  'the syntax of queries': `a & !b | (c:*) <-> 'd' \\ ":A" !! && ||| ((( 'x':*ABCD`,
  'quotes that do not end': `"one ' two " three '' "`,
  'only signs': `!@#$%^&*()_+-=[]{}|;':",./<>?`,
  'only minus': '- -- --- -"" -""',
  'letters that turn the direction': '\u202Eevil\u202C \u2067x\u2069 \u200Finvoice',
  'words of 450 letters': 'x'.repeat(450),
  'half of a pair': '\uD800 \uDC00 a\uD800b',
  'two hundred words': 'ab '.repeat(160).slice(0, 499),
  'two hundred excluded words': '-ab '.repeat(120).slice(0, 499),
  'all filters at once, many times': 'is:open from:me in:x type:task client:y before:2026 after:2025 due:week '
    .repeat(6)
    .slice(0, 499),
  'filters of another mind': `is:'; from:%_\\ in:"'" client:*) before:9999-99-99 due:1e9 type:__proto__ type:constructor`,
  'a wildcard for names': 'from:% in:_ client:%',
}

test.each(Object.entries(tricks))('%s: answered in time', async (_, q) => {
  await warm
  const began = performance.now()
  const { data } = await client(search, { query: { q } })
  expect(performance.now() - began).toBeLessThan(MOST_MS)
  expect(data.tasks.length).toBeLessThanOrEqual(10)
})

test.each([
  ['ten thousand characters', 'word '.repeat(2_000)],
  ['a NUL', 'a\0b'],
])('%s: refused in time', async (_, q) => {
  await warm
  const began = performance.now()
  await expect(client(search, { query: { q } })).rejects.toMatchObject({ status: 422 })
  expect(performance.now() - began).toBeLessThan(MOST_MS)
})

test('markup stays text, and what matches is told by positions', async () => {
  const name = '<img src=x onerror=alert(1)> & <b>pomegranate</b>'
  await task({ name })
  await makeReadFile(worker, ours.tenantId, { name: '<script>.pdf', text: '<script>pomegranate</script>' })
  await indexAnew(worker, ours.tenantId)
  const { data } = await client(search, { query: { q: 'pomegranate' } })
  expect(data.tasks).toMatchObject([{ name }])
  const [[from, to] = [0, 0]] = data.tasks[0]?.name_ranges ?? []
  expect(name.slice(from, to)).toBe('pomegranate')
  expect(data.files).toMatchObject([{ name: '<script>.pdf' }])
})

test('a text of a million distinct words is indexed as far as it goes, and found by its name', async () => {
  const text = Array.from({ length: 1_000_000 }, (_, n) => n.toString(36))
    .join('-')
    .slice(0, 1_048_576)
  await makeReadFile(worker, ours.tenantId, { name: 'Gargantua.pdf', text })
  await indexAnew(worker, ours.tenantId)
  const { data } = await client(search, { query: { q: 'gargantua' } })
  expect(data.files).toMatchObject([{ name: 'Gargantua.pdf' }])
})

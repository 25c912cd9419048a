import { expect, test } from 'vitest'
import { helpAbout, searchHelp } from './search-help.ts'
import { TOPICS, topicAt } from './topics.ts'

const addresses = (query: string) => searchHelp(TOPICS, query).map(({ address }) => address)
const written = (pieces: { text: string; hit: boolean }[]) =>
  pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

test('the eight topics have their names and places', () => {
  expect(TOPICS.map(({ title }) => title)).toEqual([
    'Getting Started',
    'Working with Workflows',
    'Task Management',
    'Forms and Triggers',
    'Working with Files',
    'Analytics and Reporting',
    'Inbox and Notifications',
    'Organization Management',
  ])
})

test('every section has an address of its own, and it leads to its topic', () => {
  const all = TOPICS.flatMap(({ sections }) => sections.map(({ address }) => address))
  expect(new Set(all).size).toBe(all.length)
  expect(all).toContain('inbox/snooze')
  for (const topic of TOPICS) for (const { address } of topic.sections) expect(topicAt(address)).toBe(topic)
  expect(topicAt('inboxes')).toBeUndefined()
})

test('every section says something, and nothing twice', () => {
  for (const { sections } of TOPICS)
    for (const { address, body = [], steps = [], tip } of sections) {
      const said = [...body, ...steps, ...(tip ? [tip] : [])]
      expect(said.length, address).toBeGreaterThan(0)
      expect(new Set(said).size, address).toBe(said.length)
    }
})

test('Copilot and plans are found by their names', () => {
  expect(addresses('plans')[0]).toBe('org/plans')
  expect(addresses('copilot')[0]).toBe('workflows/copilot')
})

test('a word is found in all its forms, the section named after it first', () => {
  expect(addresses('snoozing')).toEqual(addresses('snooze'))
  expect(addresses('snooze')[0]).toBe('inbox/snooze')
  expect(addresses('snooze')).toEqual(expect.arrayContaining(['inbox/needs-you', 'tasks/waiting']))
})

test('a half-typed word is enough, in any case and without its accents', () => {
  expect(addresses('ARCHÍV')).toContain('inbox/snooze')
})

test('a question in a sentence is understood', () => {
  expect(addresses('How do I claim a task from the queue?')[0]).toBe('tasks/claim')
})

test('where no section has all of the words, those with most of them come', () => {
  expect(addresses('claim xylophone')).toEqual(addresses('claim'))
})

test('words that stand nowhere find nothing', () => {
  expect(addresses('xylophone')).toEqual([])
})

test('what was searched for is marked in the title and in the sentence that says it', () => {
  const [first] = searchHelp(TOPICS, 'snooze')
  expect(first && [first.topic, written(first.title), written(first.line)]).toEqual([
    'Inbox and Notifications',
    '[Snooze] and archive',
    '[Snooze] hides a message until a time you choose, or until something new happens',
  ])
})

test('help says what search does not split', () => {
  const [first] = searchHelp(TOPICS, 'German compound')
  expect(first?.address).toBe('getting-started/find')
})

test('beside other things only sections that are about all of the words are offered', () => {
  expect(helpAbout(TOPICS, 'snooze').map(({ address }) => address)).toContain('inbox/snooze')
  expect(helpAbout(TOPICS, 'snooze meridian')).toEqual([])
  expect(helpAbout(TOPICS, '')).toEqual([])
})
